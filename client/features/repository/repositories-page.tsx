import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useQuery } from 'urql';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { areaOf } from '#client/paths.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SortMenu } from '#client/ui/list/sort-menu.tsx';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { repositoryPaths } from './entity.ts';
import { RepositoriesDocument } from './repository.generated.ts';
import {
  exportUrl,
  type RepositoryFilter,
  readRepositoryList,
  repositoryPage,
} from './repository-list.ts';
import { RepositoryRow, useRepositoryColumns } from './repository-row.tsx';
import { RepositorySelection } from './repository-selection.tsx';
import { useOrganizations } from './use-organizations.ts';

export const preload: PreloadData = ({ search }) =>
  preloadQuery(RepositoriesDocument, repositoryPage(readRepositoryList(search), null));

function useRepositoryPage(filter: RepositoryFilter, after: string | null) {
  const variables = repositoryPage(filter, after);
  const query = useQuery({ query: RepositoriesDocument, variables });
  const page = listPage(query, (data) => data.repositories);
  return { ...page, ...useOrganizations(page) };
}

export default function RepositoriesPage() {
  const { t } = useTranslation('repository');
  const area = areaOf(useLocation().pathname);
  const filter = readRepositoryList(useSearch());
  const { searchTerm, sort } = filter;
  const first = useRepositoryPage(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const columns = useRepositoryColumns();
  const total = first.connection?.totalCountUpTo;
  const hasSelection = selection.use().ids.size > 0;
  const canDelete = useCan('repository:delete') && area === 'manager';
  const isEmpty = first.connection?.nodes.length === 0 && searchTerm === '';
  const menu = (
    <>
      <ListMenu
        list="repositories"
        columns={columns.all}
        exportUrl={exportUrl(filter)}
        deletedTo={canDelete ? repositoryPaths.deleted() : undefined}
      />
    </>
  );
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={total}
        totalText={(values) => t('list.total', values)}
        action={isEmpty ? canDelete && menu : area === 'manager' && <NewRepositoryLink floating />}
      />
      {!isEmpty && (
        <div className="mb-4 flex gap-2">
          <SearchBox label={t('list.search')} value={searchTerm} />
          <SortMenu
            value={sort}
            options={[
              { value: 'updated', label: t('sort.updated') },
              { value: 'created', label: t('sort.created') },
              { value: 'name', label: t('sort.name') },
            ]}
          />
          {menu}
        </div>
      )}
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={useRepositoryPage}
        lead="square"
        columns={columns.shown}
        liveList={{ list: 'repositories', isFiltered: searchTerm !== '' }}
        searchTerm={searchTerm}
        row={(repository) => (
          <RepositoryRow
            key={repository.id}
            repository={repository}
            list={repositoryPaths.list(area)}
            columns={columns.shown}
            selectable={canDelete}
          />
        )}
        empty={
          searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />
          ) : (
            <EmptyState icon={FolderGit2} title={t('empty.title')} body={t(`empty.${area}`)}>
              {area === 'manager' && <NewRepositoryLink />}
            </EmptyState>
          )
        }
      />
      <MountOnOpen open={hasSelection}>
        <RepositorySelection key={searchTerm} searchTerm={searchTerm} total={total} />
      </MountOnOpen>
    </>
  );
}

function NewRepositoryLink({ floating }: { floating?: boolean }) {
  const { t } = useTranslation('repository');
  return (
    <Can do="repository:create">
      <NewLink to={repositoryPaths.create()} label={t('new.action')} floating={floating} />
    </Can>
  );
}
