import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { useText } from '#client/i18n/texts.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { areaOf } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Keys } from '#client/ui/base/keys.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { useGoTargets } from './go-targets.ts';

export function ShortcutList() {
  const open = shortcutDialog.use() === 'shortcuts';
  return <ShortcutDialog open={open} onClose={() => shortcutDialog.set(null)} />;
}

function ShortcutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'common']);
  const text = useText();
  const targets = useGoTargets();
  const { pages } = useNavigation();
  const manager = areaOf(useLocation().pathname) === 'manager';
  const canCreate = pages.some(({ to }) => to.endsWith('/new'));
  const shortcuts = [
    { text: t('palette:shortcuts.palette'), keys: ['mod', 'K'] },
    { text: t('palette:shortcuts.search'), keys: ['/'] },
    { text: t('palette:shortcuts.rows'), keys: ['J', 'K'] },
    { text: t('palette:shortcuts.newLiveEvents'), keys: ['.'] },
    ...(canCreate
      ? [
          { text: t('palette:shortcuts.select'), keys: ['X'] },
          { text: t('palette:shortcuts.extend'), keys: ['⇧', '↑', '↓'] },
        ]
      : []),
    ...targets.map(({ letter, label, isArea }) => ({
      keys: ['G', letter.toUpperCase()],
      text: isArea ? text(label) : t('palette:shortcuts.go', { page: text(label) }),
    })),
    ...(canCreate
      ? [
          { text: t('palette:shortcuts.create'), keys: ['C'] },
          { text: t('palette:shortcuts.edit'), keys: ['E'] },
        ]
      : []),
    ...(manager ? [{ text: t('palette:shortcuts.sidebar'), keys: ['mod', 'B'] }] : []),
    { text: t('palette:shortcuts.help'), keys: ['?'] },
    { text: t('palette:shortcuts.close'), keys: ['Esc'] },
  ];
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('palette:shortcuts.title')} long>
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
