import { useTranslation } from 'react-i18next';
import { formatDay, readDay } from '#client/lib/day.ts';

/** A calendar day, which has no time zone: Jan 31, 2031. */
export function DayText({ value }: { value: string }) {
  // Rerenders when the language changes.
  useTranslation();
  const day = readDay(value);
  return <time dateTime={value}>{day ? formatDay(day) : value}</time>;
}
