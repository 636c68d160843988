import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { IconButton } from '#client/ui/base/button.tsx';
import { Keys, withKeys } from '#client/ui/base/keys.tsx';

export function SearchButton({ wide }: { wide?: boolean }) {
  const { t } = useTranslation();
  const label = t('nav.palette');
  if (!wide) {
    return (
      <IconButton
        icon={Search}
        label={label}
        title={withKeys(label, 'mod', 'K')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => shortcutDialog.set('palette')}
      />
    );
  }
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => shortcutDialog.set('palette')}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-control border border-line bg-surface-raised px-3 text-sm text-text-muted transition-colors hover:border-line-strong hover:text-text"
    >
      <Search className="size-4 shrink-0" />
      <span className="grow truncate text-start">{label}</span>
      <span aria-hidden="true">
        <Keys keys={['mod', 'K']} />
      </span>
    </button>
  );
}
