import { useTranslation } from 'react-i18next';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { OrganizationDeletedRepositoriesDocument } from '#client/features/repository/deleted/deleted.generated.ts';
import { DeletedList } from '#client/features/repository/deleted/deleted-page.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { exportUrl } from '#client/lib/download.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { OrganizationRepositoriesDocument } from './organization-repositories-page.generated.ts';
import { RepositoryList } from './repositories-page.tsx';
import { conditionsOf, readRepositoryList } from './repository-list.ts';
import { RepositorySelection } from './repository-selection.tsx';

export function OrganizationRepositoriesPage() {
  const { id, slug, viewerCanCreateRepository } = useOrganization();
  const { t } = useTranslation(['repository', 'organization']);
  const filter = readRepositoryList(useSearch());
  const list = useList(
    OrganizationRepositoriesDocument,
    { id, ...conditionsOf(filter) },
    ({ organization }) => organization?.repositories,
  );
  const path = organizationPaths.repositories(slug);
  const text = viewerCanCreateRepository ? 'first' : 'none';
  return (
    <RepositoryList
      list={list}
      filter={filter}
      path={path}
      exportUrl={exportUrl('repositories.csv', conditionsOf(filter), id)}
      deletedTo={
        viewerCanCreateRepository ? organizationPaths.deletedRepositories(slug) : undefined
      }
      newLink={() =>
        viewerCanCreateRepository && (
          <NewLink to={`${path}/new`} label={t('repository:new.action')} />
        )
      }
      emptyBody={t(`organization:repositories.${text}`)}
      liveList={{ list: 'repositories', isFiltered: true }}
      isSelectable
      selectionBar={<RepositorySelection key={filter.searchTerm} list={list} />}
    />
  );
}

export function OrganizationDeletedPage() {
  const { id, name, slug } = useOrganization();
  const { t } = useTranslation('repository');
  usePageTitle(`${t('deleted.title')} · ${name}`);
  return (
    <DeletedList
      parent={organizationPaths.repositories(slug)}
      list={useList(
        OrganizationDeletedRepositoriesDocument,
        { id },
        ({ organization }) => organization?.deletedRepositories,
      )}
    />
  );
}
