import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { filterClass } from '#client/ui/list/filter-menu.tsx';
import type { CalendarSelection } from './calendar.tsx';

/** What the button and the layer that it opens share. */
export type PickerProps = {
  /** What the date is for. */
  label: string;
  /** What is chosen, in words; empty if nothing is. */
  text: string;
  selection: CalendarSelection;
  onClear: () => void;
  /** What no date means here, where it means something. */
  empty?: string | undefined;
  min?: Date | undefined;
  max?: Date | undefined;
  /** Beside a search: looks like the other filters and says what it narrows. */
  filter?: boolean;
  button?: ComponentProps<'button'>;
};

/** The button of a date picker, before and after the calendar's code is there. */
export function PickerButton({
  picker: { label, text, empty, filter, button },
  ...rest
}: { picker: PickerProps } & ComponentProps<'button'>) {
  const { t } = useTranslation(['date', 'common']);
  const value = text || (empty ?? t('date:pick'));
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={t('common:labelled', { label, value })}
      {...button}
      {...rest}
      className={
        filter
          ? filterClass(text !== '')
          : buttonClass('secondary', 'normal', 'w-full justify-start!')
      }
    >
      <CalendarDays aria-hidden="true" className="size-4" />
      {filter && !text && <span className="text-text-muted">{label}</span>}
      {value}
    </button>
  );
}
