import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { type Column, useColumns } from '#client/ui/list/columns.tsx';
import type { RepositoryRowFragment } from './repository.generated.ts';
import { useShowsOrganizations, type WithOrganization } from './use-organizations.ts';

export type RepositoryColumn = Column<RepositoryRowFragment & WithOrganization>;

export function useRepositoryColumns(): { all: RepositoryColumn[]; shown: RepositoryColumn[] } {
  const { t } = useTranslation('repository');
  const organization: RepositoryColumn = {
    id: 'organization',
    label: t('field.organization'),
    width: '@2xl:column-36',
    shown: true,
    labelled: true,
    cell: ({ organization }) => organization && <OrganizationLink {...organization} />,
  };
  const all: RepositoryColumn[] = [
    ...(useShowsOrganizations() ? [organization] : []),
    {
      id: 'updated',
      label: t('field.updatedAt'),
      width: '@2xl:column-28',
      shown: true,
      labelled: true,
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    },
    {
      id: 'created',
      label: t('field.createdAt'),
      width: '@2xl:column-28',
      shown: false,
      labelled: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return { all, shown: useColumns('repositories', all) };
}

function OrganizationLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to={organizationPaths.managedDetail(id)}
      title={name}
      className="text-text wrap-anywhere hover:underline @2xl:block @2xl:truncate"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
