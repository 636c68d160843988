import {
  BookOpen,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Monitor,
  Moon,
  Smartphone,
  Sun,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyLayer } from '#client/features/palette/layer.ts';
import { useCan, useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-sign-out.ts';
import { type Area, paths } from '#client/paths.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuEntry, MenuProps } from '#client/ui/overlay/menu-trigger.tsx';
import { chooseTheme, themeChoice, themeChoices } from '#client/ui/preferences/theme.ts';

const iconClass = 'size-4 text-text-muted';
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

type UserMenuProps = { area: Area } & Partial<
  Pick<MenuProps, 'align' | 'side' | 'trigger' | 'triggerClass'>
>;

/** Everything about oneself, and the ways out of here. */
export function UserMenu({ area, trigger, triggerClass, align, side }: UserMenuProps) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const signOut = useSignOut();
  const theme = themeChoice.use();
  const other = area === 'app' ? 'manager' : 'app';
  const canOther = useCan(`apps:${other}`);
  const OtherIcon = other === 'app' ? Smartphone : LayoutDashboard;
  const entries: MenuEntry[] = [
    {
      label: t('nav.account'),
      icon: <UserRound aria-hidden="true" className={iconClass} />,
      to: paths.account(area),
    },
    ...themeChoices.map((choice, index) => {
      const Icon = themeIcons[choice];
      return {
        label: t(`theme.menu.${choice}`),
        icon: <Icon aria-hidden="true" className={iconClass} />,
        checked: choice === theme,
        onSelect: () => chooseTheme(choice),
        group: index === 0,
      };
    }),
    ...(canOther
      ? [
          {
            label: t(other === 'app' ? 'nav.openApp' : 'nav.openManager'),
            icon: <OtherIcon aria-hidden="true" className={iconClass} />,
            to: paths.home(other),
            group: true,
          },
        ]
      : []),
    {
      label: t('nav.apiDocumentation'),
      icon: <BookOpen aria-hidden="true" className={iconClass} />,
      href: paths.apiDocumentation(),
      group: !canOther,
    },
    {
      label: t('nav.shortcuts'),
      icon: <Keyboard aria-hidden="true" className={iconClass} />,
      // The menu gives the focus back to its button first, so that the dialog can do so too.
      onSelect: () => requestAnimationFrame(() => setTimeout(() => keyLayer.set('shortcuts'))),
    },
    {
      label: t('signOut.action'),
      icon: <LogOut aria-hidden="true" className="mirrored size-4 text-text-muted" />,
      onSelect: () => void signOut(),
      group: true,
    },
  ];
  return (
    <Menu
      label={t('nav.userMenu')}
      trigger={trigger ?? <Avatar id={user.id} name={user.name} size="small" />}
      triggerClass={triggerClass ?? 'touch-target rounded-full'}
      align={align ?? 'end'}
      side={side ?? 'bottom'}
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
