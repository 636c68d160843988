import { currentLanguage } from '#client/i18n/i18n.ts';

/** “November 3”. Statistics use UTC days. */
export function dayOfYear(date: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(date));
}

export function percentText(part: number, whole: number): string {
  const format = new Intl.NumberFormat(currentLanguage(), { style: 'percent' });
  return format.format(whole ? part / whole : 0);
}
