import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { type MenuProps, MenuTrigger } from '#client/ui/overlay/menu-trigger.tsx';
import { OpenOnClick } from '#client/ui/overlay/open-on-click.tsx';

const OpenUserMenu = lazy(() => import('./open-user-menu.tsx'));

/** What the menu needs, at once: its chunk imports the other. */
const load = () =>
  Promise.all([import('./open-user-menu.tsx'), import('#client/ui/overlay/menu-content.tsx')]);

type UserMenuProps = Partial<Pick<MenuProps, 'align' | 'side' | 'trigger' | 'triggerClass'>>;

/** The button of the user menu, whose code is loaded on hover, focus or click. */
export function UserMenu({ trigger, triggerClass, align, side }: UserMenuProps) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const button: Omit<MenuProps, 'entries'> = {
    label: t('nav.userMenu'),
    trigger: trigger ?? <Avatar id={user.id} name={user.name} src={user.pictureUrl} size="small" />,
    triggerClass: triggerClass ?? 'touch-target rounded-full',
    align: align ?? 'end',
    side: side ?? 'bottom',
  };
  return (
    <OpenOnClick
      load={load}
      button={(handlers) => <MenuTrigger {...button} entries={[]} {...handlers} />}
    >
      <OpenUserMenu {...button} />
    </OpenOnClick>
  );
}
