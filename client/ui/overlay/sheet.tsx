import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/base/button.tsx';
import { useFocusReturn } from './dialog.ts';

type SheetProps = { label: string; header: ReactNode; onClose: () => void; children: ReactNode };

/** Panel at the inline start of the page. */
export function Sheet({ label, header, onClose, children }: SheetProps) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn(true);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="animate-slide-in rtl:[--from:100%] fixed inset-y-0 start-0 z-40 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-e border-line bg-surface-raised p-3 outline-none"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <div className="flex items-center justify-between ps-3">
            {header}
            <Dialog.Close asChild>
              <IconButton icon={X} label={t('action.close')} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
