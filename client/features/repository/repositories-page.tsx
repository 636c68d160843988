import { FolderGit2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useQuery } from 'urql';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { type ListPage, listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { areaOf } from '#client/paths.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { ListHeader, NewLink, type Total } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SortMenu } from '#client/ui/list/sorting.tsx';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { repositoryPaths } from './entity.ts';
import { RepositoriesDocument } from './repository.generated.ts';
import {
  exportUrl,
  orders,
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
  const canDelete = useCan('repository:delete') && area === 'manager';
  return (
    <RepositoryList
      first={useRepositoryPage(filter, null)}
      filter={filter}
      usePage={useRepositoryPage}
      path={repositoryPaths.list(area)}
      exportUrl={exportUrl(filter)}
      deletedTo={canDelete ? repositoryPaths.deleted() : undefined}
      newLink={(floating) =>
        area === 'manager' && (
          <Can do="repository:create">
            <NewLink to={repositoryPaths.create()} label={t('new.action')} floating={floating} />
          </Can>
        )
      }
      emptyBody={t(`empty.${area}`)}
      isFiltered={filter.searchTerm !== ''}
      isSelectable={canDelete}
      selectionBar={(total) => (
        <RepositorySelection key={filter.searchTerm} searchTerm={filter.searchTerm} total={total} />
      )}
    />
  );
}

type Repository = ComponentProps<typeof RepositoryRow>['repository'] & { id: string };

type RepositoryListProps<Filter extends RepositoryFilter> = {
  first: ListPage<Repository>;
  filter: Filter;
  usePage: (filter: Filter, after: string) => ListPage<Repository>;
  /** Path of the list. Its records are below it. */
  path: string;
  exportUrl: string;
  deletedTo: string | undefined;
  newLink: (floating: boolean) => ReactNode;
  emptyBody: string;
  /** Whether repositories may be created that aren't in this list. */
  isFiltered: boolean;
  isSelectable: boolean;
  selectionBar: (total: Total | undefined) => ReactNode;
};

/** Repositories of the installation or of one of its parts. */
export function RepositoryList<Filter extends RepositoryFilter>(
  props: RepositoryListProps<Filter>,
) {
  const { first, filter, path, deletedTo, newLink, isFiltered, isSelectable } = props;
  const { t } = useTranslation('repository');
  const { searchTerm } = filter;
  const clearSearch = useReplaceParam('searchTerm');
  const columns = useRepositoryColumns();
  const total = first.connection?.totalCountUpTo;
  const hasSelection = selection.use().ids.size > 0;
  const sorting = {
    ...filter,
    orders,
    title: 'name',
    labels: {
      updated: t('field.updatedAt'),
      created: t('field.createdAt'),
      name: t('field.name'),
    },
  };
  const isEmpty = first.connection?.nodes.length === 0 && searchTerm === '';
  const menu = (
    <ListMenu
      list="repositories"
      columns={columns.all}
      exportUrl={props.exportUrl}
      deletedTo={deletedTo}
      isSelectable={isSelectable}
    />
  );
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={total}
        totalText={(values) => t('list.total', values)}
        action={isEmpty ? deletedTo && menu : newLink(true)}
      />
      {!isEmpty && (
        <div className="mb-4 flex gap-2">
          <SearchBox label={t('list.search')} value={searchTerm} />
          <SortMenu sorting={sorting} />
          {menu}
        </div>
      )}
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={props.usePage}
        lead="square"
        columns={columns.shown}
        sorting={sorting}
        liveList={{ list: 'repositories', isFiltered }}
        searchTerm={searchTerm}
        row={(repository) => (
          <RepositoryRow
            key={repository.id}
            repository={repository}
            list={path}
            columns={columns.shown}
            selectable={isSelectable}
          />
        )}
        empty={
          searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />
          ) : (
            <EmptyState icon={FolderGit2} title={t('empty.title')} body={props.emptyBody}>
              {newLink(false)}
            </EmptyState>
          )
        }
      />
      <MountOnOpen open={hasSelection}>{props.selectionBar(total)}</MountOnOpen>
    </>
  );
}
