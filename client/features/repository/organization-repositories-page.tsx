import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useReplaceParam, useSearch } from '#client/lib/use-search.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { SortMenu } from '#client/ui/list/sort-menu.tsx';
import { useOrganizationRepositoriesQuery } from './organization-repositories.generated.ts';
import { useRepositoryColumns } from './repository-columns.tsx';
import { type RepositoryFilter, readRepositoryList, repositoryPage } from './repository-list.ts';
import { RepositoryRow } from './repository-row.tsx';

type Filter = RepositoryFilter & { id: string };

function useRepositoryPage({ id, ...filter }: Filter, after: string | null) {
  const variables = { id, ...repositoryPage(filter, after) };
  const query = useOrganizationRepositoriesQuery({ variables });
  return listPage(query, ({ organization }) => organization?.repositories);
}

/** The repositories of an organization with search and sorting. */
export function OrganizationRepositoriesPage() {
  const { id, name, slug, viewerCanCreateRepository } = useOrganization();
  const { t } = useTranslation(['repository', 'organization']);
  usePageTitle(`${t('repository:list.title')} · ${name}`);
  const list = readRepositoryList(useSearch());
  const { searchTerm, sort } = list;
  const filter = { id, ...list };
  const first = useRepositoryPage(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const columns = useRepositoryColumns();
  const newLink = (floating: boolean) =>
    viewerCanCreateRepository && (
      <NewLink
        to={`${organizationPaths.repositories(slug)}/new`}
        label={t('repository:new.action')}
        floating={floating}
        shortcut
      />
    );
  return (
    <>
      <ListHeader
        title={t('repository:list.title')}
        total={first.connection?.totalCountUpTo}
        totalText={(values) => t('repository:list.total', values)}
        action={newLink(false)}
      />
      <div className="mb-4 flex gap-2">
        <SearchBox label={t('repository:list.search')} value={searchTerm} />
        <SortMenu
          value={sort}
          options={(['updated', 'created', 'name'] as const).map((value) => ({
            value,
            label: t(`repository:sort.${value}`),
          }))}
        />
      </div>
      <PagedList
        label={t('repository:list.title')}
        first={first}
        filter={filter}
        usePage={useRepositoryPage}
        lead="square"
        columns={columns.shown}
        searchTerm={searchTerm}
        row={(repository) => (
          <RepositoryRow
            key={repository.id}
            repository={repository}
            list={organizationPaths.repositories(slug)}
            columns={columns.shown}
            selectable={false}
          />
        )}
        empty={
          searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />
          ) : (
            <EmptyState
              icon={FolderGit2}
              title={t('repository:empty.title')}
              body={t(
                viewerCanCreateRepository
                  ? 'organization:repositories.first'
                  : 'organization:repositories.none',
              )}
            >
              {newLink(false)}
            </EmptyState>
          )
        }
      />
    </>
  );
}
