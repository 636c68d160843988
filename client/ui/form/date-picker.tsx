import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { formatDay } from '#client/lib/day.ts';
import { underDialogWidth, useMedia } from '#client/lib/use-media.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { filterClass } from '#client/ui/list/filter-menu.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Calendar, type CalendarSelection } from './calendar.tsx';
import { invalidClass } from './field.tsx';

export type Days = { from: Date | undefined; to?: Date | undefined };

type PickerProps = {
  label: string;
  text: string;
  selection: CalendarSelection;
  onClear: () => void;
  empty?: string | undefined;
  min?: Date | undefined;
  max?: Date | undefined;
  /** Looks like a list's other filters and shows its label while empty. */
  filter?: boolean;
  /** Periods that are chosen with one click. */
  shortcuts?: readonly { label: string; days: Days }[] | undefined;
  button?: ComponentProps<'button'>;
};

type Common = Pick<
  PickerProps,
  'label' | 'min' | 'max' | 'empty' | 'filter' | 'shortcuts' | 'button'
>;

type DatePickerProps = Common & { value: Date | null; onChange: (day: Date | null) => void };

export function DatePicker({ value, onChange, ...rest }: DatePickerProps) {
  return (
    <Picker
      {...rest}
      text={value ? formatDay(value) : ''}
      selection={{
        mode: 'single',
        selected: value ?? undefined,
        onSelect: (day) => onChange(day ?? null),
      }}
      onClear={() => onChange(null)}
    />
  );
}

type DateRangePickerProps = Common & { value: Days; onChange: (days: Days) => void };

export function DateRangePicker({ value: { from, to }, onChange, ...rest }: DateRangePickerProps) {
  const { t } = useTranslation('date');
  const open = from ?? to;
  const half = from
    ? t('from', { day: formatDay(from) })
    : t('until', { day: to && formatDay(to) });
  return (
    <Picker
      {...rest}
      text={from && to ? formatDay(from, to) : open ? half : ''}
      selection={{ mode: 'range', selected: open && { from, to }, onSelect: onChange }}
      onClear={() => onChange({ from: undefined })}
    />
  );
}

/** A button with a calendar: in a popover, or a drawer on phones. */
function Picker(picker: PickerProps) {
  const small = useMedia(underDialogWidth);
  const [open, setOpen] = useState(false);
  const Shape = small ? DrawerShape : PopoverShape;
  return (
    <Shape picker={picker} open={open} onOpenChange={setOpen}>
      <PickerCalendar picker={picker} onDone={() => setOpen(false)} />
    </Shape>
  );
}

function PickerCalendar({ picker, onDone }: { picker: PickerProps; onDone: () => void }) {
  const { label, selection, min, max, shortcuts = [] } = picker;
  // Also kept here: the URL may deliver the value only after the second click.
  const [days, setDays] = useState(selection.mode === 'range' ? selection.selected : undefined);
  const common = { label, min, max };
  if (selection.mode === 'range') {
    const choose: typeof selection.onSelect = (chosen) => {
      setDays(chosen);
      selection.onSelect(chosen);
    };
    return (
      <>
        {shortcuts.length > 0 && (
          <div className="mb-3 flex max-w-63 flex-wrap gap-2">
            {shortcuts.map((shortcut) => (
              <Button
                key={shortcut.label}
                size="small"
                onClick={() => {
                  selection.onSelect(shortcut.days);
                  onDone();
                }}
              >
                {shortcut.label}
              </Button>
            ))}
          </div>
        )}
        <Calendar {...common} mode="range" selected={days} onSelect={choose} />
      </>
    );
  }
  const choose: typeof selection.onSelect = (day) => {
    selection.onSelect(day);
    onDone();
  };
  return <Calendar {...common} mode="single" selected={selection.selected} onSelect={choose} />;
}

type ShapeProps = {
  picker: PickerProps;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

function PopoverShape({ picker, open, onOpenChange, children }: ShapeProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <PickerButton picker={picker} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={picker.label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={focusDay}
          className="animate-appear z-40 rounded-card border border-line bg-surface-raised p-3 shadow-float"
        >
          {children}
          <Actions picker={picker} onClose={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
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

function DrawerShape({ picker, open, onOpenChange, children }: ShapeProps) {
  const close = () => onOpenChange(false);
  return (
    <>
      <PickerButton picker={picker} aria-expanded={open} onClick={() => onOpenChange(true)} />
      <ResponsiveDialog open={open} onClose={close} title={picker.label}>
        {/* Swiping over the days must not drag the drawer. */}
        <div data-vaul-no-drag>{children}</div>
        <Actions picker={picker} onClose={close} />
      </ResponsiveDialog>
    </>
  );
}

function Actions({ picker, onClose }: { picker: PickerProps; onClose: () => void }) {
  const { t } = useTranslation('date');
  if (picker.selection.mode === 'single' && !picker.text) return null;
  return (
    <DialogActions>
      <Button
        onClick={() => {
          picker.onClear();
          onClose();
        }}
      >
        {t('clear')}
      </Button>
      <Button look="primary" onClick={onClose}>
        {t('done')}
      </Button>
    </DialogActions>
  );
}

function PickerButton({
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
