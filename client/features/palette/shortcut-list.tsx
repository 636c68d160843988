import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { areaOf } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Keys } from './keys.tsx';

/** Dialog that lists the keyboard shortcuts. */
export default function ShortcutList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'common']);
  const manager = areaOf(useLocation().pathname) === 'manager';
  const shortcuts = [
    { keys: ['/'], text: t('palette:shortcuts.search') },
    { keys: ['mod', 'K'], text: t('palette:shortcuts.palette') },
    ...(manager ? [{ keys: ['mod', 'B'], text: t('palette:shortcuts.sidebar') }] : []),
    { keys: ['?'], text: t('palette:shortcuts.help') },
    { keys: ['Esc'], text: t('palette:shortcuts.close') },
  ];
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('palette:shortcuts.title')}>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{text}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>{t('common:action.close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
}
