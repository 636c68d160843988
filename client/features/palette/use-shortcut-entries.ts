import { Keyboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { afterMenu } from '#client/lib/after-menu.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';

/** The list of shortcuts, for a menu. Touch screens have none. */
export function useShortcutEntries(): MenuEntry[] {
  const { t } = useTranslation();
  if (window.matchMedia('(any-hover: none)').matches) return [];
  return [
    {
      label: t('nav.paletteKeys'),
      icon: Keyboard,
      onSelect: () => afterMenu(() => shortcutDialog.set('shortcuts')),
    },
  ];
}
