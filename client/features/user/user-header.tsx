import { Ban, Mail, Pencil, Undo2, VenetianMask } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listAddress } from '#client/lib/address/list-address.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { withKeys } from '#client/ui/base/keys.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Breadcrumb, PageHeader } from '#client/ui/page/page.tsx';
import type { UserActions } from './actions/use-user-actions.tsx';
import { displayName } from './display-name.ts';
import { userPaths } from './entity.ts';
import { UserBadges } from './user-badges.tsx';
import type { UserDetail } from './user-facts.tsx';

const icon = { className: 'size-4' } as const;

type UserHeaderProps = {
  user: UserDetail;
  actions: UserActions;
  selfNoteId: string | undefined;
};

export function UserHeader({ user, actions, selfNoteId }: UserHeaderProps) {
  const { t } = useTranslation('user');
  const name = displayName(user);
  const { updatePath, inviteAgain, impersonate, ban, unban } = actions;
  return (
    <>
      <Breadcrumb
        parent={
          user.isServiceAccount
            ? { to: userPaths.serviceAccounts(), label: t('serviceAccount.title') }
            : { to: listAddress(userPaths.list()), label: t('list.title') }
        }
        current={name}
      />
      <PageHeader
        visual={
          <Avatar
            id={user.id}
            name={name}
            pictureUrl={user.pictureUrl}
            isServiceAccount={user.isServiceAccount}
            size="large"
          />
        }
        title={name}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <UserBadges user={user} />
          </span>
        }
        actions={
          <>
            {inviteAgain && (
              <Button onClick={inviteAgain}>
                <Mail {...icon} />
                {t('invitation.resend')}
              </Button>
            )}
            {impersonate && (
              <Button onClick={impersonate}>
                <VenetianMask {...icon} />
                {t('impersonate.action')}
              </Button>
            )}
            {selfNoteId && (
              <Button disabled aria-describedby={selfNoteId}>
                <Ban {...icon} />
                {t('ban.action')}
              </Button>
            )}
            {/* One button for ban and unban keeps the focus after the change. */}
            {(ban ?? unban) && (
              <Button onClick={ban ?? unban}>
                {ban ? <Ban {...icon} /> : <Undo2 {...icon} />}
                {t(ban ? 'ban.action' : 'unban.action')}
              </Button>
            )}
            {updatePath && (
              <Link
                to={updatePath}
                title={withKeys(t('action.edit'), 'E')}
                className={buttonClass('primary')}
              >
                <Pencil {...icon} />
                {t('action.edit')}
              </Link>
            )}
          </>
        }
      />
    </>
  );
}
