import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { OrganizationDeletedRepositoriesDocument } from '#client/features/repository/deleted/deleted.generated.ts';
import { DeletedList } from '#client/features/repository/deleted/deleted-page.tsx';
import { listPage } from '#client/graphql/paged-list.tsx';
import { useSearch } from '#client/lib/address/use-search.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { OrganizationRepositoriesDocument } from './organization-repositories-page.generated.ts';
import { RepositoryList } from './repositories-page.tsx';
import {
  exportUrl,
  type RepositoryFilter,
  readRepositoryList,
  repositoryPage,
} from './repository-list.ts';
import { RepositorySelection } from './repository-selection.tsx';

type Filter = RepositoryFilter & { id: string };

function useRepositoryPage({ id, ...filter }: Filter, after: string | null) {
  const variables = { id, ...repositoryPage(filter, after) };
  const query = useQuery({ query: OrganizationRepositoriesDocument, variables });
  return listPage(query, ({ organization }) => organization?.repositories);
}

export function OrganizationRepositoriesPage() {
  const { id, name, slug, viewerCanCreateRepository } = useOrganization();
  const { t } = useTranslation(['repository', 'organization']);
  usePageTitle(`${t('repository:list.title')} · ${name}`);
  const list = readRepositoryList(useSearch());
  const filter = { id, ...list };
  const path = organizationPaths.repositories(slug);
  const text = viewerCanCreateRepository ? 'first' : 'none';
  return (
    <RepositoryList
      first={useRepositoryPage(filter, null)}
      filter={filter}
      usePage={useRepositoryPage}
      path={path}
      exportUrl={exportUrl(list, id)}
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
      selectionBar={(total) => (
        <RepositorySelection
          key={list.searchTerm}
          searchTerm={list.searchTerm}
          total={total}
          organizationId={id}
        />
      )}
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
      document={OrganizationDeletedRepositoriesDocument}
      variables={{ id }}
      pick={({ organization }) => organization?.deletedRepositories}
    />
  );
}
