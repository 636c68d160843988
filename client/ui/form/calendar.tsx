import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type ClassNames,
  DayPicker,
  type DayPickerProps,
  type PropsRange,
  type PropsSingle,
} from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { nextDay } from '#client/lib/day.ts';
import { buttonClass } from '#client/ui/base/button.tsx';

export type CalendarProps = (PropsSingle | Omit<PropsRange, 'min' | 'max'>) & {
  label: string;
  min?: Date | undefined;
  max?: Date | undefined;
};

type WeekInfo = { firstDay: number };
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** First day of the week, 0 = Sunday. Monday if the browser doesn't know. */
function firstWeekday(language: string): DayPickerProps['weekStartsOn'] {
  const locale = new Intl.Locale(language) as LocaleWithWeeks;
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as DayPickerProps['weekStartsOn'];
}

/** Day and month names from `Intl`. The library's locales would add a file per language. */
function localeTexts(language: string) {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, options);
    return (date: Date) => format.format(date);
  };
  const month = formatter({ month: 'long', year: 'numeric' });
  return {
    formatters: {
      formatCaption: month,
      formatDay: formatter({ day: 'numeric' }),
      formatWeekdayName: formatter({ weekday: 'narrow' }),
    },
    labels: {
      labelGrid: month,
      labelWeekday: formatter({ weekday: 'long' }),
      labelDayButton: formatter({ dateStyle: 'full' }),
    },
  };
}

const classNames: Partial<ClassNames> = {
  // 36 px per day, 44 px on touch screens, less on narrow pages. A focused day shows the weeks below, too.
  root: 'mx-auto w-63 max-w-full pointer-coarse:w-77 in-[form]:w-full!',
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: buttonClass('quiet', 'icon', 'aria-disabled:opacity-40'),
  button_next: buttonClass('quiet', 'icon', 'aria-disabled:opacity-40'),
  month_caption: 'flex h-9 items-center justify-center px-10 text-sm font-medium',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'h-9 text-xs font-normal text-text-muted pointer-coarse:h-11',
  day: 'group p-0 text-center text-sm tabular-nums',
  day_button:
    'scroll-mb-56 h-9 w-full rounded-control transition-colors hover:bg-hover disabled:text-text-muted disabled:opacity-50 disabled:hover:bg-transparent group-data-selected:bg-accent group-data-selected:text-on-accent forced-colors:group-data-selected:outline-2 pointer-coarse:h-11',
  today: 'font-semibold text-accent-text *:border *:border-current',
  range_middle: '*:rounded-none! *:bg-accent-soft! *:text-accent-text!',
};

function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon className="mirrored" />;
}

/** Calendar of one month. */
export function Calendar({ label, min, max, ...selection }: CalendarProps) {
  const { t, i18n } = useTranslation('date');
  const direction = i18n.dir();
  const language = currentLanguage();
  const { formatters, labels } = localeTexts(language);
  const chosen = selection.mode === 'range' ? selection.selected?.from : selection.selected;
  // On the last day of a month, begins with the next one.
  const defaultMonth = chosen ?? (min && nextDay(min)) ?? max;
  return (
    <DayPicker
      {...selection}
      autoFocus
      classNames={classNames}
      formatters={formatters}
      aria-label={label}
      dir={direction}
      lang={language}
      weekStartsOn={firstWeekday(language)}
      disabled={[...(min ? [{ before: min }] : []), ...(max ? [{ after: max }] : [])]}
      labels={{
        ...labels,
        labelNav: () => label,
        labelPrevious: () => t('previousMonth'),
        labelNext: () => t('nextMonth'),
      }}
      components={{ Chevron }}
      {...(defaultMonth && { defaultMonth })}
      {...(min && { startMonth: min })}
      {...(max && { endMonth: max })}
    />
  );
}
