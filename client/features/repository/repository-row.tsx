import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMutation } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { areaOf } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import {
  Cells,
  type Column,
  columnLayout,
  timeColumn,
  useColumns,
} from '#client/ui/list/columns.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { RecordMenu } from '#client/ui/overlay/menu.tsx';
import { repositorySubtitle } from './entity.ts';
import {
  DeleteRepositoriesDocument,
  type RepositoryRowFragment,
  RestoreRepositoriesDocument,
} from './repository.generated.ts';
import {
  useRepositoryPlace,
  useShowsOrganizations,
  type WithOrganization,
} from './use-repository-place.ts';

type RepositoryRowProps = {
  repository: RepositoryRowFragment & WithOrganization;
  list: string;
  columns: readonly Column<RepositoryNode>[];
  selectable: boolean;
};

export function RepositoryRow({ repository, list, columns, selectable }: RepositoryRowProps) {
  const { t } = useTranslation();
  const { id, name, viewerCanDelete } = repository;
  return (
    <Row
      layout={columnLayout}
      to={`${list}/${encodeURIComponent(id)}`}
      select={selectable && viewerCanDelete ? { id, label: t('list.select', { name }) } : undefined}
      lead={<RowIcon icon={FolderGit2} />}
      title={name}
      subtitle={repositorySubtitle(repository)}
      end={<Cells columns={columns} node={repository} />}
      actions={<RepositoryActions repository={repository} />}
    />
  );
}

/** Deletes a repository and offers undo. Resolves to whether it was deleted. */
export function useDeleteRepository(): (id: string) => Promise<boolean> {
  const { t } = useTranslation('repository');
  const [, remove] = useMutation(DeleteRepositoriesDocument);
  const [, restore] = useMutation(RestoreRepositoriesDocument);
  return async (id) => {
    const variables = { input: { ids: [id] } };
    // Lazy: lists show without it.
    const { runMutation } = await import('#client/graphql/run-mutation.ts');
    return runMutation(
      { mutate: () => remove(variables), done: t('delete.done') },
      { mutate: () => restore(variables), done: t('delete.restored') },
    );
  };
}

function RepositoryActions({ repository }: { repository: RepositoryRowFragment }) {
  const { update } = useRepositoryPlace();
  const deleteRepository = useDeleteRepository();
  const { id, name, viewerCanUpdate, viewerCanDelete } = repository;
  return (
    <RecordMenu
      name={name}
      updateTo={viewerCanUpdate && update(id)}
      onDelete={viewerCanDelete && (() => void deleteRepository(id))}
    />
  );
}

type RepositoryNode = RepositoryRowFragment & WithOrganization;

export function useRepositoryColumns() {
  const { t } = useTranslation('repository');
  const organization: Column<RepositoryNode> = {
    id: 'organization',
    label: t('field.organization'),
    empty: '–',
    // On narrow lists the name makes room for the date after it.
    width: '@2xl:column-36 min-w-0 @max-2xl:max-w-max @max-2xl:grow @max-2xl:basis-12',
    labelled: 'spoken',
    shown: true,
    cell: ({ organization }) => organization && <OrganizationLink {...organization} />,
  };
  return useColumns<RepositoryNode>('repositories', [
    ...(useShowsOrganizations() ? [organization] : []),
    // Its label would cut the organization's name on phones.
    timeColumn('updatedAt', { label: t('field.updatedAt'), shown: true, labelled: 'spoken' }),
    timeColumn('createdAt', { label: t('field.createdAt'), shown: false }),
  ]);
}

type OrganizationLinkProps = { id: string; name: string; slug: string };

export function OrganizationLink({ id, name, slug }: OrganizationLinkProps) {
  const isManaged = areaOf(useLocation().pathname) === 'manager';
  return (
    <Link
      to={isManaged ? organizationPaths.managedDetail(id) : organizationPaths.home(slug)}
      dir="auto"
      title={name}
      className="text-text wrap-anywhere hover:underline in-data-cell:block in-data-cell:text-text-muted in-data-cell:truncate in-data-cell:text-match-parent"
    >
      {name}
    </Link>
  );
}
