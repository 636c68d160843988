import { FolderGit2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useQuery } from 'urql';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage } from '#client/graphql/paged-list.tsx';
import { RecordList } from '#client/graphql/record-list.tsx';
import { useSearch } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { areaOf } from '#client/paths.ts';
import { NewLink } from '#client/ui/list/list-header.tsx';
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
import { useOrganizations } from './use-repository-place.ts';

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
      liveList={{ list: 'repositories', isFiltered: filter.searchTerm !== '' }}
      isSelectable={canDelete}
      selectionBar={(total) => (
        <RepositorySelection key={filter.searchTerm} searchTerm={filter.searchTerm} total={total} />
      )}
    />
  );
}

type RepositoryListProps<Filter extends RepositoryFilter> = Pick<
  ComponentProps<
    typeof RecordList<ComponentProps<typeof RepositoryRow>['repository'] & { id: string }, Filter>
  >,
  'first' | 'filter' | 'usePage' | 'emptyBody' | 'newLink' | 'selectionBar' | 'liveList'
> & {
  /** Path of the list. Its records are below it. */
  path: string;
  exportUrl: string;
  deletedTo: string | undefined;
  isSelectable: boolean;
};

/** Repositories of the installation or of one of its parts. */
export function RepositoryList<Filter extends RepositoryFilter>({
  path,
  exportUrl,
  deletedTo,
  isSelectable,
  ...list
}: RepositoryListProps<Filter>) {
  const columns = useRepositoryColumns();
  return (
    <RecordList
      {...list}
      namespace="repository"
      orders={orders}
      columns={columns}
      menu={{ list: 'repositories', exportUrl, deletedTo, isSelectable }}
      lead="square"
      row={(repository) => (
        <RepositoryRow
          key={repository.id}
          repository={repository}
          list={path}
          columns={columns.shown}
          selectable={isSelectable}
        />
      )}
      icon={FolderGit2}
    />
  );
}
