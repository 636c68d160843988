/** Calendar days in the browser's time zone, written as 2026-11-21 in URLs and forms. */
import { currentLanguage } from '#client/i18n/i18n.ts';

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Formats a day for URLs: 2026-11-21. */
export function dayText(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/** Parses a day such as 2026-11-21 to its midnight, or null if there is no such day. */
export function readDay(text: string | null | undefined): Date | null {
  const [, year, month, day] = shape.exec(text ?? '') ?? [];
  if (!year) return null;
  const date = new Date(0, 0);
  // The constructor reads the years 0 to 99 as 1900 to 1999.
  date.setFullYear(Number(year), Number(month) - 1, Number(day));
  return dayText(date) === text ? date : null;
}

/** Midnight of the following day, also when a day has 23 or 25 hours. */
export function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Formats a day or a range of days for display: Nov 1 – 21, 2026. */
export function formatDay(from: Date, to = from): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' });
  return format.formatRange(from, to);
}
