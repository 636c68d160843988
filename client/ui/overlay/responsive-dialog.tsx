import { Dialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Drawer } from 'vaul';
import { cx } from '#client/lib/class-names.ts';
import { underDialogWidth, useMedia } from '#client/lib/use-media.ts';
import { confirmLeaving, hasUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { MountOnOpen, useFocusReturn } from './dialog.ts';

type ResponsiveDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** Interrupts and requires an answer (`role="alertdialog"`). */
  alert?: boolean;
  /** False disables closing by Escape, outside click and swipe. */
  dismissible?: boolean;
  /** Holds a long list: the drawer opens in part, and is pulled up to its full height. */
  long?: boolean;
  children: ReactNode;
};

/** Shares of the window's height at which the drawer of a long list rests. */
const snapPoints = [0.6, 1];

/**
 * Dialog; below 640 px a drawer that can be swiped away. All overlays share a z-index, so the last one is on top.
 * `/login` must not import it: its libraries are heavy.
 */
export function ResponsiveDialog(props: ResponsiveDialogProps) {
  return (
    <MountOnOpen open={props.open}>
      <DialogOrDrawer {...props} />
    </MountOnOpen>
  );
}

function DialogOrDrawer(props: ResponsiveDialogProps) {
  const { open, onClose, dismissible = true, alert, long, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const [openedAsDrawer] = useState(() => window.matchMedia(underDialogWidth).matches);
  const small = useMedia(underDialogWidth);
  const [snapPoint, setSnapPoint] = useState<number | string | null>(null);
  const height = Number(snapPoint ?? snapPoints[0]);
  const focusReturn = useFocusReturn(open);
  const onOpenChange = (next: boolean) => {
    if (next || !dismissible) return;
    // What is typed into it confirms the action.
    if (alert || !hasUnsavedChanges(content.current)) return onClose();
    raise(content.current);
    void confirmLeaving().then((yes) => yes && onClose());
  };
  // An open dialog keeps its shape when a phone is rotated.
  const isDrawer = open ? openedAsDrawer && small : small;
  if (!isDrawer) {
    return (
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
          <Dialog.Content
            ref={content}
            {...focusReturn}
            {...contentProps(props)}
            className="animate-rise fixed inset-0 z-40 m-auto grid h-fit grid-cols-1 max-h-[85dvh] w-[calc(100%-2rem)] max-w-md gap-2 scroll-pb-24 overflow-y-auto rounded-card border border-line bg-surface-raised p-(--padding) shadow-float [--padding:1.5rem]"
          >
            <Header Title={Dialog.Title} Description={Dialog.Description} {...props} />
            {children}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    );
  }
  const root = {
    open,
    onOpenChange,
    dismissible,
    autoFocus: true,
    closeThreshold: 0.25,
    scrollLockTimeout: 100,
  };
  const snapping = {
    ...root,
    snapPoints,
    activeSnapPoint: height,
    setActiveSnapPoint: setSnapPoint,
    fadeFromIndex: 0,
  };
  return (
    <Drawer.Root {...(long ? snapping : root)}>
      <Drawer.Portal>
        <Drawer.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Drawer.Content
          ref={content}
          {...focusReturn}
          {...contentProps(props)}
          className={cx(
            'fixed inset-x-0 bottom-0 z-40 flex flex-col rounded-t-card border-t border-line bg-surface-raised outline-none',
            long ? 'h-dvh' : 'max-h-[90dvh]',
          )}
        >
          <Drawer.Handle
            onPointerDownCapture={deselect}
            className="mt-3 mb-2 shrink-0 bg-line-strong!"
          />
          {/* Scrolls within the drawer: vaul extends the drawer itself below the screen. */}
          <div
            style={long ? { maxHeight: `calc(${height * 100}dvh - 2rem)` } : {}}
            className="grid min-h-0 scroll-pb-32 grid-cols-1 gap-2 overflow-y-auto px-4 pt-1 pb-(--padding) [--padding:max(1rem,env(safe-area-inset-bottom))]"
            onFocusCapture={({ target }) => {
              // The keyboard of a phone takes the other half.
              if (long && target instanceof HTMLInputElement) setSnapPoint(1);
            }}
          >
            <Header Title={Drawer.Title} Description={Drawer.Description} {...props} />
            {children}
          </div>
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Vaul doesn't drag while text is selected, such as that in a field focused on opening. */
function deselect() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.getSelection()?.removeAllRanges();
}

/** Undoes a drag, which vaul leaves to the closing that follows. */
function raise(drawer: HTMLElement | null) {
  for (const element of [drawer, drawer?.previousElementSibling as HTMLElement | null]) {
    for (const property of ['transform', 'opacity']) element?.style.removeProperty(property);
  }
}

function contentProps({ alert, description }: ResponsiveDialogProps) {
  return {
    role: alert ? 'alertdialog' : 'dialog',
    // Radix expects a description unless the attribute is unset explicitly.
    ...(description ? {} : { 'aria-describedby': undefined }),
  };
}

type HeaderProps = Pick<ResponsiveDialogProps, 'title' | 'description'> &
  Pick<typeof Dialog | typeof Drawer, 'Title' | 'Description'>;

function Header({ Title, Description, title, description }: HeaderProps) {
  return (
    <>
      <Title className="text-lg font-semibold">{title}</Title>
      {description && <Description className="text-sm text-text-muted">{description}</Description>}
    </>
  );
}

/** Buttons of a dialog: in a row at its end, stacked on phones. They stay in sight while its content is scrolled. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-(--padding) z-10 -mb-(--padding) flex flex-col-reverse gap-2 bg-linear-to-t from-surface-raised from-80% to-transparent pt-4 pb-(--padding) sm:flex-row sm:justify-end">
      {children}
    </div>
  );
}
