import { currentLanguage } from './i18n.ts';

/** In seconds, largest first. A year is 12 months. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value);
}

export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage()).format(items);
}

/** Localized ISO 8601 date: November 21, 2026 at 9:41 AM. */
export function formatDateTime(value: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return format.format(new Date(value));
}

/** Rounds `seconds` to the nearest whole unit. 59.6 minutes are an hour. */
function nearestUnit(seconds: number) {
  const own = units.findIndex(([, size]) => seconds >= size);
  const [unit, size] = units[own] ?? ['minute', 60];
  const count = Math.round(seconds / size);
  const [next, nextSize] = units[own - 1] ?? [unit, Infinity];
  return count * size >= nextSize ? { unit: next, count: 1 } : { unit, count };
}

/** Formats an ISO 8601 date relative to `now`: 5 minutes ago, in 2 days, now. */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  const { unit, count } = nearestUnit(Math.abs(seconds));
  // Avoids "yesterday": 25 hours before a Wednesday may be a Monday.
  const numeric = count === 0 ? 'auto' : 'always';
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric });
  return count === 0 ? format.format(0, 'second') : format.format(Math.sign(seconds) * count, unit);
}

/** Wraps a name in directional isolates, so that it doesn't affect the words around it. */
export const isolated = (text: string) => `\u2068${text}\u2069`;
