import { FolderGit2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { RecordList } from '#client/graphql/record-list.tsx';
import { preloadList, useList } from '#client/graphql/use-list.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { exportUrl } from '#client/lib/download.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { areaOf } from '#client/paths.ts';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { repositoryPaths } from './entity.ts';
import { RepositoriesDocument } from './repository.generated.ts';
import { conditionsOf, orders, readRepositoryList } from './repository-list.ts';
import { RepositoryRow, useRepositoryColumns } from './repository-row.tsx';
import { RepositorySelection } from './repository-selection.tsx';
import { useOrganizations } from './use-repository-place.ts';

export const preload: PreloadData = ({ search }) =>
  preloadList(RepositoriesDocument, conditionsOf(readRepositoryList(search)));

export default function RepositoriesPage() {
  const { t } = useTranslation('repository');
  const area = areaOf(useLocation().pathname);
  const filter = readRepositoryList(useSearch());
  const list = useList(RepositoriesDocument, conditionsOf(filter), (data) => data.repositories);
  const canDelete = useCan('repository:delete') && area === 'manager';
  return (
    <RepositoryList
      list={{ ...list, ...useOrganizations(list) }}
      filter={filter}
      path={repositoryPaths.list(area)}
      exportUrl={exportUrl('repositories.csv', conditionsOf(filter))}
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
      selectionBar={<RepositorySelection key={filter.searchTerm} list={list} />}
    />
  );
}

type RepositoryListProps = Pick<
  ComponentProps<typeof RecordList<ComponentProps<typeof RepositoryRow>['repository']>>,
  'list' | 'filter' | 'emptyBody' | 'newLink' | 'selectionBar' | 'liveList'
> & {
  /** Path of the list. Its records are below it. */
  path: string;
  exportUrl: string;
  deletedTo: string | undefined;
  isSelectable: boolean;
};

/** Repositories of the installation or of one of its parts. */
export function RepositoryList({
  path,
  exportUrl,
  deletedTo,
  isSelectable,
  ...list
}: RepositoryListProps) {
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
