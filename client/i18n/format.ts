import { currentLanguage } from './i18n.ts';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats a number in the current language: 12,345. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value);
}

/** Joins words in the current language: Admin and User. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage()).format(items);
}

/** Formats an ISO 8601 date: November 21, 2026 at 9:41 AM. */
export function formatDateTime(value: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return format.format(new Date(value));
}

/** Formats an ISO 8601 date relative to `now`: 5 minutes ago, yesterday, now. */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return format.format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit);
}

/** A name that keeps its direction apart from the words around it. */
export const isolated = (text: string) => `\u2068${text}\u2069`;
