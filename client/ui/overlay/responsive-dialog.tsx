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
  /** Not closed by Escape, outside click and swipe. */
  staysOpen?: boolean;
  /** Holds a long list: the drawer opens in part, and is pulled up to its full height. */
  long?: boolean;
  wide?: boolean | undefined;
  children: ReactNode;
};

const drawerOptions = { autoFocus: true, closeThreshold: 0.25, scrollLockTimeout: 100 };

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
  const { open, onClose, title, description, staysOpen, alert, long, wide } = props;
  const content = useRef<HTMLDivElement>(null);
  const [openedAsDrawer] = useState(() => window.matchMedia(underDialogWidth).matches);
  const small = useMedia(underDialogWidth);
  const [snapPoint, setSnapPoint] = useState<number | string | null>(null);
  const height = Number(snapPoint ?? snapPoints[0]);
  const focusReturn = useFocusReturn(open);
  const onOpenChange = (next: boolean) => {
    if (next || staysOpen) return;
    // What is typed into it confirms the action.
    if (alert || !hasUnsavedChanges(content.current)) return onClose();
    raise(content.current);
    void confirmLeaving().then((yes) => yes && onClose());
  };
  // An open dialog keeps its shape when a phone is rotated.
  const isDrawer = open ? openedAsDrawer && small : small;
  const Parts = isDrawer ? Drawer : Dialog;
  const drawer = { ...drawerOptions, dismissible: !staysOpen };
  const snapping = {
    ...drawer,
    snapPoints,
    activeSnapPoint: height,
    setActiveSnapPoint: setSnapPoint,
    fadeFromIndex: 0,
  };
  const options = long ? snapping : drawer;
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange} {...(isDrawer ? options : {})}>
      <Parts.Portal>
        <Parts.Overlay
          className={cx('fixed inset-0 z-40 bg-scrim', !isDrawer && 'animate-appear')}
        />
        <Parts.Content
          ref={content}
          {...focusReturn}
          role={alert ? 'alertdialog' : 'dialog'}
          // Radix expects a description unless the attribute is unset explicitly.
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-40 flex flex-col border-line bg-surface-raised',
            isDrawer
              ? 'inset-x-0 bottom-0 rounded-t-card border-t outline-none [--inset:1rem] [--padding:max(1rem,env(safe-area-inset-bottom))]'
              : 'inset-0 m-auto h-fit max-h-[90dvh] w-[calc(100%-2rem)] animate-rise overflow-clip rounded-card border pt-5 shadow-float [--inset:1.5rem] [--padding:1.5rem]',
            isDrawer ? (long ? 'h-dvh' : 'max-h-[90dvh]') : wide ? 'max-w-140' : 'max-w-md',
          )}
        >
          {isDrawer && (
            <Drawer.Handle
              onPointerDownCapture={deselect}
              className="mt-3 mb-2 shrink-0 bg-line-strong!"
            />
          )}
          <div
            style={isDrawer && long ? { maxHeight: `calc(${height * 100}dvh - 2rem)` } : {}}
            className="flex min-h-0 flex-col"
            // The keyboard of a phone takes the other half.
            onInputCapture={() => setSnapPoint(1)}
          >
            <Parts.Title className="px-(--inset) pt-1 pb-2 text-lg font-semibold">
              {title}
            </Parts.Title>
            {/* Scrolls within the drawer: vaul extends the drawer itself below the screen. */}
            <div className="grid min-h-0 scroll-pt-8 scroll-pb-32 grid-cols-1 gap-2 overflow-y-auto px-(--inset) pb-(--padding) sm:scroll-pb-24">
              {description && (
                <Parts.Description className="text-sm whitespace-pre-line text-text-muted">
                  {description}
                </Parts.Description>
              )}
              {props.children}
            </div>
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
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

/** Buttons of a dialog: in a row at its end, stacked on phones. They stay in sight while its content is scrolled. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="scroll-edge sticky -bottom-(--padding) z-10 -mx-(--inset) mt-1 -mb-(--padding) flex flex-col-reverse gap-2 bg-surface-raised px-(--inset) pt-3 pb-(--padding) sm:flex-row sm:justify-end">
      {children}
    </div>
  );
}
