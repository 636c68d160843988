import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { type Column, useColumns } from '#client/ui/list/columns.tsx';
import type { RepositoryRowFragment } from './repository.generated.ts';

/** The columns of the list of repositories. */
export function useRepositoryColumns(): {
  all: Column<RepositoryRowFragment>[];
  shown: Column<RepositoryRowFragment>[];
} {
  const { t } = useTranslation('repository');
  const all: Column<RepositoryRowFragment>[] = [
    {
      id: 'updated',
      label: t('field.updatedAt'),
      width: '@2xl:w-28',
      shown: true,
      labelled: true,
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    },
    {
      id: 'created',
      label: t('field.createdAt'),
      width: '@2xl:w-28',
      shown: false,
      labelled: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return { all, shown: useColumns('repositories', all) };
}
