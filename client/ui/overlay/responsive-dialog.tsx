import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Drawer } from 'vaul';
import { underDialogWidth, useMedia } from '#client/lib/use-media.ts';
import { useFocusReturn } from './use-focus-return.ts';

type ResponsiveDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** It interrupts and wants an answer. */
  alert?: boolean;
  children: ReactNode;
};

const overlay = 'appear fixed inset-0 z-40 bg-scrim';

/**
 * A dialog; under 640 px a drawer that a thumb can push away. Figures: specification, section 9.
 * Always loaded lazily, for its weight.
 */
export function ResponsiveDialog(props: ResponsiveDialogProps) {
  const [openedAsDrawer] = useState(() => window.matchMedia(underDialogWidth).matches);
  const small = useMedia(underDialogWidth);
  // What is open keeps its shape when a phone is turned; the next opening looks again.
  return (props.open ? openedAsDrawer && small : small) ? (
    <DrawerShape {...props} />
  ) : (
    <DialogShape {...props} />
  );
}

function DialogShape({
  open,
  onClose,
  title,
  description,
  alert,
  children,
}: ResponsiveDialogProps) {
  const focusReturn = useFocusReturn(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay} />
        <Dialog.Content
          {...focusReturn}
          role={alert ? 'alertdialog' : 'dialog'}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="rise fixed inset-0 z-50 m-auto grid h-fit grid-cols-1 max-h-[85dvh] w-[calc(100%-2rem)] max-w-md gap-2 overflow-y-auto rounded-card border border-line bg-surface-raised p-6 shadow-float"
        >
          <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
          {description && (
            <Dialog.Description className="text-sm text-text-muted">
              {description}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerShape({
  open,
  onClose,
  title,
  description,
  alert,
  children,
}: ResponsiveDialogProps) {
  const focusReturn = useFocusReturn(open);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      autoFocus
      closeThreshold={0.25}
      scrollLockTimeout={100}
    >
      <Drawer.Portal>
        <Drawer.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Drawer.Content
          {...focusReturn}
          role={alert ? 'alertdialog' : 'dialog'}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 grid grid-cols-1 max-h-[90dvh] gap-2 overflow-y-auto rounded-t-card border-t border-line bg-surface-raised px-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none"
        >
          <Drawer.Handle className="mt-3 mb-2 bg-line-strong!" />
          <Drawer.Title className="text-lg font-semibold">{title}</Drawer.Title>
          {description && (
            <Drawer.Description className="text-sm text-text-muted">
              {description}
            </Drawer.Description>
          )}
          {children}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** The buttons of a dialog: side by side at its end, one below the other within a thumb's reach. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
  );
}
