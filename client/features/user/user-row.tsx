import { useTranslation } from 'react-i18next';
import { useUserActions } from '#client/features/user/actions/use-user-actions.tsx';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge, type Tone } from '#client/ui/base/badge.tsx';
import {
  Cells,
  type Column,
  columnLayout,
  timeColumn,
  useColumns,
} from '#client/ui/list/columns.tsx';
import { Code } from '#client/ui/list/description-list.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { displayName, userPaths } from './entity.ts';
import type { UserRowFragment } from './user.generated.ts';

export function UserRow({
  user,
  columns,
  selectable,
  showsKind = true,
}: {
  user: UserRowFragment;
  columns: readonly Column<UserRowFragment>[];
  selectable: boolean;
  /** In lists of users, which may show service accounts, too. Elsewhere the ID tells equal names apart. */
  showsKind?: boolean;
}) {
  const { t } = useTranslation(['user', 'common']);
  const { actions, dialog } = useUserActions(user);
  const { id, name, email, isServiceAccount } = user;
  const kind = showsKind ? t('serviceAccount.badge') : <Code>{id}</Code>;
  const subtitle = isServiceAccount ? kind : name ? email : t('row.noName');
  const entries = Object.values(actions);
  return (
    <Row
      layout={columnLayout}
      to={userPaths.detail(id)}
      select={
        selectable ? { id, label: t('common:list.select', { name: displayName(user) }) } : undefined
      }
      lead={<Avatar {...user} name={displayName(user)} />}
      title={displayName(user)}
      subtitle={subtitle}
      end={<Cells columns={columns} node={user} />}
      actions={
        entries.some(Boolean) && (
          <>
            <RowMenu label={t('action.menu', { name: displayName(user) })} entries={entries} />
            {dialog}
          </>
        )
      }
    />
  );
}

export function useUserColumns() {
  const { t } = useTranslation('user');
  return useColumns<UserRowFragment>('users', [
    {
      id: 'role',
      label: t('field.role'),
      width: '@2xl:column-20',
      empty: t('role.USER'),
      cell: ({ role, isServiceAccount }) =>
        (role !== 'USER' && <Badge tone="accent">{t(`role.${role}`)}</Badge>) ||
        (isServiceAccount && t('role.USER')),
    },
    {
      id: 'status',
      label: t('filter.status'),
      width: '@2xl:column-28',
      empty: t('status.ACTIVE'),
      cell: ({ status }) => status !== 'ACTIVE' && <StatusBadge status={status} />,
    },
    timeColumn('lastActiveAt', {
      label: t('field.lastActiveAt'),
      shown: true,
      empty: t('detail.never'),
    }),
    timeColumn('createdAt', { label: t('field.createdAt'), shown: true, wide: true }),
  ]);
}

const statusTone: Record<UserRowFragment['status'], Tone> = {
  ACTIVE: 'success',
  INVITED: 'warning',
  BANNED: 'danger',
};

export function StatusBadge({ status }: Pick<UserRowFragment, 'status'>) {
  const { t } = useTranslation('user');
  return <Badge tone={statusTone[status]}>{t(`status.${status}`)}</Badge>;
}

export function UserBadges({
  user,
}: {
  user: Pick<UserRowFragment, 'role' | 'status' | 'isServiceAccount'>;
}) {
  const { t } = useTranslation('user');
  return (
    <>
      {user.isServiceAccount && <Badge>{t('serviceAccount.badge')}</Badge>}
      {user.role !== 'USER' && <Badge tone="accent">{t(`role.${user.role}`)}</Badge>}
      <StatusBadge status={user.status} />
    </>
  );
}
