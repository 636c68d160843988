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
  const groups = [
    {
      label: t('palette:shortcuts.general'),
      shortcuts: [
        { text: t('palette:shortcuts.palette'), keys: ['mod', 'K'] },
        ...(manager ? [{ text: t('palette:shortcuts.sidebar'), keys: ['mod', 'B'] }] : []),
        { text: t('palette:shortcuts.help'), keys: ['?'] },
        { text: t('palette:shortcuts.close'), keys: ['Esc'] },
      ],
    },
    {
      label: t('palette:shortcuts.lists'),
      shortcuts: [
        { text: t('palette:shortcuts.search'), keys: ['/'] },
        { text: t('palette:shortcuts.rows'), keys: ['J', 'K'] },
        { text: t('palette:shortcuts.newLiveEvents'), keys: ['.'] },
        ...(canCreate
          ? [
              { text: t('palette:shortcuts.select'), keys: ['X'] },
              { text: t('palette:shortcuts.extend'), keys: ['⇧', '↑', '↓'] },
              { text: t('palette:shortcuts.create'), keys: ['C'] },
              { text: t('palette:shortcuts.edit'), keys: ['E'] },
            ]
          : []),
      ],
    },
    {
      label: t('palette:title'),
      shortcuts: targets.map(({ letter, label }) => ({
        text: text(label),
        keys: ['G', letter.toUpperCase()],
      })),
    },
  ];
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('palette:shortcuts.title')} long wide>
      <div className="gap-8 text-sm sm:columns-2">
        {groups.map(({ label, shortcuts }) => (
          <section key={label} className="mb-4 break-inside-avoid">
            <h3 className="py-1 text-xs font-medium text-text-muted">{label}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, text }) => (
                <div key={text} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{text}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('common:action.close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
}
