import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#client/lib/entity.ts';
import { useFocusReturn } from '#client/ui/overlay/use-focus-return.ts';
import { CommandMenu } from './command-menu.tsx';

type PaletteProps = { entities: readonly Entity[]; open: boolean; onClose: () => void };

/** Command palette (⌘K). At the top, where a phone's keyboard doesn't cover it. */
export function Palette({ entities, open, onClose }: PaletteProps) {
  const { t } = useTranslation('palette');
  const focusReturn = useFocusReturn(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="rise fixed inset-x-0 top-4 z-40 mx-auto flex max-h-[min(32rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] max-w-xl flex-col overflow-clip rounded-card border border-line bg-surface-raised shadow-float sm:top-[12dvh] sm:max-h-[min(32rem,76dvh)]"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <CommandMenu entities={entities} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
