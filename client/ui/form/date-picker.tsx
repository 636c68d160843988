import { CalendarDays, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { formatDay } from '#client/lib/day.ts';
import { Button } from '#client/ui/base/button.tsx';
import { filterClass } from '#client/ui/list/filter-menu.tsx';
import { Calendar, type CalendarProps } from './calendar.tsx';
import { controlClass } from './field.tsx';

type DatePickerProps = Pick<CalendarProps, 'label' | 'min' | 'max'> & {
  value: Date | null;
  onChange: (day: Date | null) => void;
  empty?: string | undefined;
  button?: ComponentProps<'button'>;
};

export function DatePicker({ value, onChange, empty, button, ...calendar }: DatePickerProps) {
  const { t } = useTranslation('date');
  return (
    <Picker
      label={calendar.label}
      value={value ? formatDay(value) : (empty ?? t('pick'))}
      button={button}
      className={cx(controlClass, 'flex min-h-10 items-center gap-2 pointer-coarse:min-h-11')}
      onClear={value && (() => onChange(null))}
    >
      {(close) => (
        <Calendar
          {...calendar}
          mode="single"
          selected={value ?? undefined}
          onSelect={(day) => {
            onChange(day ?? null);
            close();
          }}
        />
      )}
    </Picker>
  );
}

export type Days = { from: Date | undefined; to?: Date | undefined };

type DateRangePickerProps = Pick<CalendarProps, 'label' | 'min' | 'max'> & {
  value: Days;
  onChange: (days: Days) => void;
  /** Periods that are chosen with one click. */
  shortcuts?: readonly { label: string; days: Days }[] | undefined;
};

/** Looks like a list's other filters and shows its label while empty. */
export function DateRangePicker({ value, onChange, shortcuts, ...calendar }: DateRangePickerProps) {
  const { label } = calendar;
  const { from, to } = value;
  const { t } = useTranslation('date');
  const half = from
    ? t('from', { day: formatDay(from) })
    : to && t('until', { day: formatDay(to) });
  const text = from && to ? formatDay(from, to) : half;
  return (
    <Picker
      label={label}
      value={text ?? t('pick')}
      shown={text ?? label}
      // The arrow doesn't fit beside the range on phones.
      className={cx(filterClass(!!text), text && 'max-sm:[&_svg]:hidden')}
      onClear={text ? () => onChange({ from: undefined }) : null}
    >
      {(close) => (
        <>
          {shortcuts && (
            <div className="mb-3 flex max-w-63 flex-wrap gap-2">
              {shortcuts.map((shortcut) => (
                <Button
                  key={shortcut.label}
                  size="small"
                  onClick={() => {
                    onChange(shortcut.days);
                    close();
                  }}
                >
                  {shortcut.label}
                </Button>
              ))}
            </div>
          )}
          <p className="mx-auto max-w-63 pt-1 pb-2 text-center text-sm text-text-muted">
            {t('range')}
          </p>
          <RangeCalendar {...calendar} value={value} onChange={onChange} />
        </>
      )}
    </Picker>
  );
}

function RangeCalendar({ value, onChange, ...calendar }: Omit<DateRangePickerProps, 'shortcuts'>) {
  // Also kept here: the URL may deliver the value only after the second click.
  const [days, setDays] = useState<Days | undefined>(value.from || value.to ? value : undefined);
  return (
    <Calendar
      {...calendar}
      mode="range"
      selected={days}
      onSelect={(chosen = { from: undefined }) => {
        setDays(chosen);
        onChange(chosen);
      }}
    />
  );
}

type PickerProps = {
  label: string;
  value: string;
  /** On the button, instead of the value. */
  shown?: string;
  button?: ComponentProps<'button'> | undefined;
  className: string;
  onClear: (() => void) | null;
  children: (close: () => void) => ReactNode;
};

/** A button with a calendar in a popover. */
function Picker(props: PickerProps) {
  const { label, value, shown = value, button, className, onClear, children } = props;
  const { t } = useTranslation(['date', 'common']);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  // The calendar of a field stays within its dialog.
  const Portal = button ? Fragment : Popover.Portal;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={t('common:labelled', { label, value })}
        {...button}
        className={className}
      >
        {button && <CalendarDays className="size-4" />}
        {shown}
        <ChevronDown className="ms-auto size-4" />
      </Popover.Trigger>
      <Portal>
        <Popover.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={16}
          onOpenAutoFocus={focusDay}
          // Swiping over the days must not drag a drawer that holds the field.
          data-vaul-no-drag
          className="animate-appear z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface-raised p-3 shadow-float in-[[role=dialog]]:mt-1.5 in-[[role=dialog]]:max-h-none in-[[role=dialog]]:shadow-none"
        >
          {children(close)}
          {onClear && (
            <div className="mt-3 flex justify-end gap-2">
              <Button
                onClick={() => {
                  onClear();
                  close();
                }}
              >
                {t('date:clear')}
              </Button>
              <Button look="primary" onClick={close}>
                {t('date:done')}
              </Button>
            </div>
          )}
        </Popover.Content>
      </Portal>
    </Popover.Root>
  );
}

/** Focuses the calendar's day. Its own `autoFocus` fails inside a dialog, which traps the focus. */
function focusDay(event: Event) {
  const day = (event.currentTarget as Element).querySelector<HTMLElement>('td [tabindex="0"]');
  if (!day) return;
  event.preventDefault();
  day.focus();
}
