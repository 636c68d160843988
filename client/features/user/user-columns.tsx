import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/base/badge.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { type Column, useColumns } from '#client/ui/list/columns.tsx';
import type { UserRowFragment } from './user.generated.ts';
import { StatusBadge } from './user-badges.tsx';

export function useUserColumns(): {
  all: Column<UserRowFragment>[];
  shown: Column<UserRowFragment>[];
} {
  const { t } = useTranslation('user');
  const all: Column<UserRowFragment>[] = [
    {
      id: 'role',
      label: t('field.role'),
      width: '@2xl:column-16',
      cell: ({ role }) => role !== 'USER' && <Badge tone="accent">{t(`role.${role}`)}</Badge>,
    },
    {
      id: 'status',
      label: t('filter.status'),
      width: '@2xl:column-28',
      cell: ({ status }) => status !== 'ACTIVE' && <StatusBadge status={status} />,
    },
    {
      id: 'lastActive',
      label: t('field.lastActiveAt'),
      width: '@2xl:column-28',
      shown: true,
      labelled: true,
      empty: t('detail.never'),
      cell: ({ lastActiveAt }) => lastActiveAt && <RelativeTime value={lastActiveAt} />,
    },
    {
      id: 'created',
      label: t('field.createdAt'),
      width: '@2xl:column-28',
      shown: true,
      wide: true,
      labelled: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return { all, shown: useColumns('users', all) };
}
