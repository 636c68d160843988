import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { type Column, useColumns } from '#client/ui/list/columns.tsx';
import type { OrganizationRowFragment } from './managed.generated.ts';

export function useOrganizationColumns(): {
  all: Column<OrganizationRowFragment>[];
  shown: Column<OrganizationRowFragment>[];
} {
  const { t } = useTranslation('organization');
  const all: Column<OrganizationRowFragment>[] = [
    {
      id: 'members',
      label: t('nav.members'),
      width: '@2xl:column-20',
      shown: true,
      labelled: true,
      cell: ({ memberCount }) => <span className="tabular-nums">{formatNumber(memberCount)}</span>,
    },
    {
      id: 'updated',
      label: t('field.updatedAt'),
      width: '@2xl:column-28',
      shown: false,
      labelled: true,
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    },
    {
      id: 'created',
      label: t('field.createdAt'),
      width: '@2xl:column-28',
      shown: true,
      labelled: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return { all, shown: useColumns('organizations', all) };
}
