/** Filter of a list by a period of days, kept in the address. */
import { useTranslation } from 'react-i18next';
import { useReplaceParams } from '#client/lib/address/use-search.ts';
import { dayText, nextDay, readDay } from '#client/lib/day.ts';
import { DateRangePicker } from '#client/ui/form/date-picker.tsx';

/** The first and the last day, open if null. */
type Days = { from: string | null; to: string | null };

/** Its search parameters. */
export const dayParams = (name = ''): [from: string, to: string] =>
  name ? [`${name}From`, `${name}To`] : ['from', 'to'];

/** The API's DateTime ends with the year 9999, and a period ends a day after its last. */
const lastDay = '9998-12-31';

/** Days that don't exist are ignored. */
export function readDays(search: URLSearchParams, name?: string): Days {
  const [from, to] = dayParams(name).map((param) => {
    const day = search.get(param);
    return day && day <= lastDay && readDay(day) ? day : null;
  });
  return { from: from ?? null, to: to ?? null };
}

/** The period in a filter of the API, which excludes its end: as times, or as days with `dayText`. */
export function periodOf({ from, to }: Days, format = (date: Date) => date.toISOString()) {
  const [first, last] = [readDay(from), readDay(to)];
  return { from: first && format(first), before: last && format(nextDay(last)) };
}

function dayIn(days: number): Date {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
}

type DaysFilterProps = { param?: string; label: string; max?: Date; value: Days };

export function DaysFilter({ param, value, ...filter }: DaysFilterProps) {
  const replaceParams = useReplaceParams();
  const { t } = useTranslation('date');
  const [fromParam, toParam] = dayParams(param);
  const today = dayIn(0);
  const onlyToday = { label: t('today'), days: { from: today, to: today } };
  const shortcuts = filter.max
    ? [
        onlyToday,
        { label: t('lastSevenDays'), days: { from: dayIn(-6), to: today } },
        { label: t('lastThirtyDays'), days: { from: dayIn(-29), to: today } },
      ]
    : [
        { label: t('beforeToday'), days: { from: undefined, to: dayIn(-1) } },
        onlyToday,
        { label: t('nextSevenDays'), days: { from: today, to: dayIn(6) } },
      ];
  return (
    <DateRangePicker
      {...filter}
      shortcuts={shortcuts}
      value={{ from: readDay(value.from) ?? undefined, to: readDay(value.to) ?? undefined }}
      onChange={({ from, to }) =>
        replaceParams({
          [fromParam]: from ? dayText(from) : '',
          [toParam]: to ? dayText(to) : '',
        })
      }
    />
  );
}
