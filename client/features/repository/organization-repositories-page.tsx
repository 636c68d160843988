import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { OrganizationDeletedRepositoriesDocument } from '#client/features/repository/deleted/deleted.generated.ts';
import { DeletedList } from '#client/features/repository/deleted/deleted-page.tsx';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SortMenu } from '#client/ui/list/sort-menu.tsx';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { OrganizationRepositoriesDocument } from './organization-repositories.generated.ts';
import {
  exportUrl,
  type RepositoryFilter,
  readRepositoryList,
  repositoryPage,
} from './repository-list.ts';
import { RepositoryRow, useRepositoryColumns } from './repository-row.tsx';
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
  const { searchTerm, sort } = list;
  const filter = { id, ...list };
  const first = useRepositoryPage(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const columns = useRepositoryColumns();
  const total = first.connection?.totalCountUpTo;
  const hasSelection = selection.use().ids.size > 0;
  const newLink = (floating: boolean) =>
    viewerCanCreateRepository && (
      <NewLink
        to={`${organizationPaths.repositories(slug)}/new`}
        label={t('repository:new.action')}
        floating={floating}
      />
    );
  const isEmpty = first.connection?.nodes.length === 0 && searchTerm === '';
  const menu = (
    <>
      <ListMenu
        list="repositories"
        columns={columns.all}
        exportUrl={exportUrl(list, id)}
        deletedTo={
          viewerCanCreateRepository ? organizationPaths.deletedRepositories(slug) : undefined
        }
      />
    </>
  );
  return (
    <>
      <ListHeader
        title={t('repository:list.title')}
        total={total}
        totalText={(values) => t('repository:list.total', values)}
        action={isEmpty ? viewerCanCreateRepository && menu : newLink(false)}
      />
      {!isEmpty && (
        <div className="mb-4 flex gap-2">
          <SearchBox label={t('repository:list.search')} value={searchTerm} />
          <SortMenu
            value={sort}
            options={(['updated', 'created', 'name'] as const).map((value) => ({
              value,
              label: t(`repository:sort.${value}`),
            }))}
          />
          {menu}
        </div>
      )}
      <PagedList
        label={t('repository:list.title')}
        first={first}
        filter={filter}
        usePage={useRepositoryPage}
        lead="square"
        columns={columns.shown}
        // Repositories may also be created in other organizations.
        liveList={{ list: 'repositories', isFiltered: true }}
        searchTerm={searchTerm}
        row={(repository) => (
          <RepositoryRow
            key={repository.id}
            repository={repository}
            list={organizationPaths.repositories(slug)}
            columns={columns.shown}
            selectable
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
      <MountOnOpen open={hasSelection}>
        <RepositorySelection
          key={searchTerm}
          searchTerm={searchTerm}
          total={total}
          organizationId={id}
        />
      </MountOnOpen>
    </>
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
