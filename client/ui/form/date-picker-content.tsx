import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { underDialogWidth, useMedia } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Calendar } from './calendar.tsx';
import { PickerButton, type PickerProps } from './date-picker-button.tsx';

/** The open date picker: a popover, or a drawer on phones. Opens on mount. */
export default function OpenDatePicker(picker: PickerProps) {
  const small = useMedia(underDialogWidth);
  const [open, setOpen] = useState(true);
  const Shape = small ? DrawerShape : PopoverShape;
  return (
    <Shape picker={picker} open={open} onOpenChange={setOpen}>
      <PickerCalendar picker={picker} onDone={() => setOpen(false)} />
    </Shape>
  );
}

function PickerCalendar({ picker, onDone }: { picker: PickerProps; onDone: () => void }) {
  const { label, selection, min, max } = picker;
  // Also kept here: the URL may deliver the value only after the second click.
  const [days, setDays] = useState(selection.mode === 'range' ? selection.selected : undefined);
  const common = { label, min, max };
  if (selection.mode === 'range') {
    const choose: typeof selection.onSelect = (chosen) => {
      setDays(chosen);
      selection.onSelect(chosen);
    };
    return <Calendar {...common} mode="range" selected={days} onSelect={choose} />;
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
          className="appear z-40 rounded-card border border-line bg-surface-raised p-3 shadow-float"
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
