import { Ban, Ellipsis, Link2, Mail, Pencil, Trash2, Undo2, VenetianMask } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Cells, type Column, columnLayout } from '#client/ui/list/columns.tsx';
import { Row } from '#client/ui/list/list.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { type UserActions, useUserActions } from './actions/use-user-actions.tsx';
import { displayName } from './display-name.ts';
import { userPaths } from './entity.ts';
import type { UserRowFragment } from './user.generated.ts';

export function UserRow({
  user: masked,
  columns,
  selectable,
}: {
  user: Masked<UserRowFragment>;
  columns: readonly Column<UserRowFragment>[];
  selectable: boolean;
}) {
  const user = unmask(masked);
  const { t } = useTranslation(['user', 'common']);
  const { actions, dialog } = useUserActions(user);
  const { id, name, email, isServiceAccount } = user;
  const address = isServiceAccount ? t('serviceAccount.badge') : email;
  const entries = useEntries(actions);
  return (
    <Row
      layout={columnLayout}
      to={userPaths.detail(id)}
      select={
        selectable ? { id, label: t('common:list.select', { name: displayName(user) }) } : undefined
      }
      lead={
        <Avatar
          id={id}
          name={displayName(user)}
          pictureUrl={user.pictureUrl}
          isServiceAccount={isServiceAccount}
        />
      }
      title={displayName(user)}
      subtitle={name ? address : t('row.noName')}
      end={<Cells columns={columns} node={user} />}
      actions={
        entries.length > 0 && (
          <>
            <Menu
              label={t('action.menu', { name: displayName(user) })}
              trigger={<Ellipsis className="size-4" />}
              triggerClass={buttonClass('quiet', 'icon')}
              entries={entries}
            />
            {dialog}
          </>
        )
      }
    />
  );
}

const icon = { className: 'size-4' } as const;

function useEntries(actions: UserActions): MenuEntry[] {
  const { updatePath, inviteAgain, copyInvitation, impersonate, ban, unban, remove } = actions;
  const { t } = useTranslation('user');
  const entries: (MenuEntry | false | undefined)[] = [
    updatePath !== undefined && {
      label: t('action.edit'),
      icon: <Pencil {...icon} />,
      to: updatePath,
    },
    inviteAgain && {
      label: t('invitation.resend'),
      icon: <Mail {...icon} />,
      onSelect: inviteAgain,
    },
    copyInvitation && {
      label: t('invitation.copy'),
      icon: <Link2 {...icon} />,
      onSelect: copyInvitation,
    },
    impersonate && {
      label: t('impersonate.action'),
      icon: <VenetianMask {...icon} />,
      onSelect: impersonate,
    },
    ban && { label: t('ban.action'), icon: <Ban {...icon} />, onSelect: ban },
    unban && { label: t('unban.action'), icon: <Undo2 {...icon} />, onSelect: unban },
    remove && {
      label: t('delete.short'),
      icon: <Trash2 {...icon} />,
      onSelect: remove,
      danger: true,
    },
  ];
  return entries.filter((entry): entry is MenuEntry => Boolean(entry));
}
