import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { OpenOnClick } from '#client/ui/overlay/lazy-overlay.tsx';
import { type MenuProps, MenuTrigger } from '#client/ui/overlay/menu-trigger.tsx';

const OpenUserMenu = lazyPart(() => import('./open-user-menu.tsx'));

/** Loads both chunks in parallel, because one imports the other. */
const load = () =>
  Promise.all([import('./open-user-menu.tsx'), import('#client/ui/overlay/menu-content.tsx')]);

type UserMenuProps = Partial<Pick<MenuProps, 'align' | 'side' | 'trigger' | 'triggerClass'>>;

export function UserMenu({ trigger, triggerClass, align, side }: UserMenuProps) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const button: Omit<MenuProps, 'entries'> = {
    label: t('nav.userMenu'),
    trigger: trigger ?? (
      <Avatar id={user.id} name={user.name} pictureUrl={user.pictureUrl} size="small" />
    ),
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
