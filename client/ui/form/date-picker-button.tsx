import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { filterClass } from '#client/ui/list/filter-menu.tsx';
import type { CalendarSelection } from './calendar.tsx';
import { invalidClass } from './field.tsx';

export type PickerProps = {
  label: string;
  text: string;
  selection: CalendarSelection;
  onClear: () => void;
  empty?: string | undefined;
  min?: Date | undefined;
  max?: Date | undefined;
  /** Looks like a list's other filters and shows its label while empty. */
  filter?: boolean;
  button?: ComponentProps<'button'>;
};

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
          : buttonClass('secondary', 'normal', cx('w-full justify-start!', invalidClass))
      }
    >
      <CalendarDays
        // Doesn't fit beside the range on phones.
        className={cx('size-4', filter && text && 'max-sm:hidden')}
      />
      {filter ? text || label : value}
    </button>
  );
}
