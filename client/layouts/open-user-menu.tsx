import { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSwitcherEntries } from '#client/features/membership/use-switcher-entries.tsx';
import { navEntries, useNavigation } from '#client/features/session/use-navigation.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-sign-out.ts';
import { useText } from '#client/i18n/text-key.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import type { NavIcon } from '#client/lib/navigation.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { paths } from '#client/paths.ts';
import OpenMenu from '#client/ui/overlay/menu-content.tsx';
import type { MenuEntry, MenuProps } from '#client/ui/overlay/menu-trigger.tsx';
import { chooseTheme, themeChoice, themeChoices } from '#client/ui/preferences/theme.ts';
import { navIcons } from './nav-icons.ts';

const iconClass = 'size-4 text-text-muted';
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function navIcon(name: NavIcon) {
  const Icon = navIcons[name];
  return <Icon className={iconClass} />;
}

export default function OpenUserMenu(button: Omit<MenuProps, 'entries' | 'header'>) {
  const { t } = useTranslation();
  const { user, impersonator } = useViewer();
  const signOut = useSignOut();
  const theme = themeChoice.use();
  const text = useText();
  const { pages, otherAreas } = useNavigation();
  const organizations = useSwitcherEntries();
  const entries: MenuEntry[] = [
    ...navEntries(pages, 'nav.userMenu').map(({ label, to, nav }) => ({
      label: text(label),
      icon: navIcon(nav.icon),
      to,
    })),
    ...organizations,
    ...themeChoices.map((choice, index) => {
      const Icon = themeIcons[choice];
      return {
        label: t(`theme.menu.${choice}`),
        icon: <Icon className={iconClass} />,
        checked: choice === theme,
        onSelect: () => chooseTheme(choice),
        group: index === 0,
      };
    }),
    ...otherAreas.map(({ label, to, icon }, index) => ({
      label: text(label),
      icon: navIcon(icon),
      to,
      group: index === 0,
    })),
    {
      label: t('nav.apiDocumentation'),
      icon: <BookOpen className={iconClass} />,
      href: paths.apiDocumentation(),
      group: otherAreas.length === 0,
    },
    ...(window.matchMedia('(any-hover: none)').matches
      ? []
      : [
          {
            label: t('nav.shortcuts'),
            icon: <Keyboard className={iconClass} />,
            onSelect: () => afterMenu(() => shortcutDialog.set('shortcuts')),
          },
        ]),
    {
      label: t(impersonator ? 'signOut.stopImpersonating' : 'signOut.action'),
      icon: <LogOut className="mirrored size-4 text-text-muted" />,
      onSelect: () => void signOut(),
      group: true,
    },
  ];
  return (
    <OpenMenu
      {...button}
      entries={entries}
      header={
        <>
          <bdi className="block truncate text-sm text-match-parent font-medium">{user.name}</bdi>
          <bdi className="block truncate text-xs text-match-parent text-text-muted">
            {user.email}
          </bdi>
        </>
      }
    />
  );
}
