import { BookOpen, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSwitcherEntries } from '#client/features/membership/memberships.tsx';
import { useShortcutEntries } from '#client/features/palette/use-shortcut-entries.ts';
import { navEntries, navIcons, useNavigation } from '#client/features/session/use-navigation.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-session-end.ts';
import { useText } from '#client/i18n/texts.ts';
import { paths } from '#client/paths.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import {
  Menu,
  type MenuButtonProps,
  MenuEntries,
  type MenuEntry,
} from '#client/ui/overlay/menu.tsx';
import { chooseTheme, themeChoice, themeChoices } from '#client/ui/preferences/theme.ts';

export function UserMenu(button: Partial<Omit<MenuButtonProps, 'label'>>) {
  const { t } = useTranslation();
  const { user } = useViewer();
  return (
    <Menu
      label={t('nav.userMenu')}
      trigger={<Avatar id={user.id} name={user.name} pictureUrl={user.pictureUrl} size="small" />}
      triggerClass="touch-target rounded-full"
      {...button}
    >
      <UserMenuEntries />
    </Menu>
  );
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function UserMenuEntries() {
  const { t } = useTranslation();
  const { user, impersonator } = useViewer();
  const signOut = useSignOut();
  const theme = themeChoice.use();
  const text = useText();
  const { pages, otherAreas } = useNavigation();
  const organizations = useSwitcherEntries();
  const shortcuts = useShortcutEntries();
  const entries: MenuEntry[] = [
    ...navEntries(pages, 'nav.userMenu').map(({ label, to, nav }) => ({
      label: text(label),
      icon: navIcons[nav.icon],
      to,
    })),
    ...organizations,
    {
      label: t('theme.label'),
      group: t('theme.label'),
      choices: themeChoices.map((choice) => ({
        label: t(`theme.menu.${choice}`),
        icon: themeIcons[choice],
        checked: choice === theme,
        onSelect: () => chooseTheme(choice),
      })),
    },
    ...otherAreas.map(({ label, to, icon }, index) => ({
      label: text(label),
      icon: navIcons[icon],
      to,
      group: index === 0,
    })),
    {
      label: t('nav.apiDocumentation'),
      icon: BookOpen,
      href: paths.apiDocumentation(),
      group: otherAreas.length === 0,
    },
    ...shortcuts,
    {
      label: t(impersonator ? 'signOut.stopImpersonating' : 'signOut.action'),
      icon: LogOut,
      onSelect: signOut,
      group: true,
    },
  ];
  return (
    <MenuEntries
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
