/** Calendar days, in the person's own time zone. In addresses and forms they read 2026-11-21. */
import { currentLanguage } from '#client/i18n/i18n.ts';

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day as it stands in an address. */
export function dayText(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/** The API's DateTime ends with the year 9999, and the day after must still be one. */
const lastYear = 9998;

/** The first moment of a day; null where the text is no day that exists. */
export function readDay(text: string | null | undefined): Date | null {
  const [, year, month, day] = shape.exec(text ?? '') ?? [];
  if (!year || Number(year) > lastYear) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return dayText(date) === text ? date : null;
}

/** The first moment of the day after. A day may have 23 or 25 hours. */
export function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Nov 21, 2026 */
export function formatDay(date: Date): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(date);
}

/** Nov 1 – 21, 2026; one end may be open. */
export function formatDays(from: Date, to: Date): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' });
  return format.formatRange(from, to);
}
