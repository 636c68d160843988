import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { type MenuProps, MenuTrigger } from '#client/ui/overlay/menu-trigger.tsx';

const load = () => import('./open-user-menu.tsx');
const OpenUserMenu = lazy(load);

type UserMenuProps = Partial<Pick<MenuProps, 'align' | 'side' | 'trigger' | 'triggerClass'>>;

/** The button of the user menu, whose code is loaded on hover, focus or click. */
export function UserMenu({ trigger, triggerClass, align, side }: UserMenuProps) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [isOpened, setIsOpened] = useState(false);
  const button: Omit<MenuProps, 'entries'> = {
    label: t('nav.userMenu'),
    trigger: trigger ?? <Avatar id={user.id} name={user.name} src={user.pictureUrl} size="small" />,
    triggerClass: triggerClass ?? 'touch-target rounded-full',
    align: align ?? 'end',
    side: side ?? 'bottom',
  };
  const closed = (
    <MenuTrigger
      {...button}
      entries={[]}
      onClick={() => setIsOpened(true)}
      onPointerEnter={load}
      onFocus={load}
    />
  );
  if (!isOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenUserMenu {...button} />
    </Suspense>
  );
}
