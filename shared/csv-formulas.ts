/**
 * Prevents spreadsheets from interpreting CSV text as formulas (OWASP, CSV Injection). They may split at `;` or tab
 * instead of `,` and then ignore quotes, so every part of a text could become a cell.
 */

/** Where a cell could start; `formula` matches what could be a formula there. */
const cellStart = String.raw`(?<=^|[;\t\r\n])`;
const formula = String.raw`(?=['"\s]*[=+\-@＝＋－＠])`;
const control = String.raw`(?='*[\t\r\n])`;

const unguarded = new RegExp(`${cellStart}${formula}|^${control}`, 'g');
const guarded = new RegExp(`${cellStart}'${formula}|^'${control}`, 'g');

export const guardFormulas = (text: string) => text.replace(unguarded, "'");

export const unguardFormulas = (text: string) => text.replace(guarded, '');
