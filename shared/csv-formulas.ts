/**
 * Prevents spreadsheets from interpreting CSV text as formulas (OWASP, CSV Injection). They may split at `;` or tab
 * instead of `,` and then ignore quotes, so every part of a text could become a cell.
 */

/**
 * Where a cell could start; `formula` matches what could be a formula there. It must not look beyond the start of the
 * next cell, or the time for a text of line breaks would grow with its square.
 */
const cellStart = String.raw`(?<=^|[;\t\r\n])`;
const formula = String.raw`(?=(?:['"]|[^\S\t\r\n])*[=+\-@＝＋－＠])`;
const control = String.raw`(?='*[\t\r\n])`;

const unguarded = new RegExp(`${cellStart}${formula}|^${control}`, 'g');
const guarded = new RegExp(`${cellStart}'${formula}|^'${control}`, 'g');

export const guardFormulas = (text: string) => text.replace(unguarded, "'");

export const unguardFormulas = (text: string) => text.replace(guarded, '');
