import { FolderGit2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Can } from '#client/features/session/can.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { RepositoryOrder } from '#client/graphql/schema.generated.ts';
import { formatNumber } from '#client/i18n/format.ts';
import type { PreloadData } from '#client/lib/preload.ts';
import { useReplaceParam, useSearch } from '#client/lib/use-search.ts';
import { areaOf, paths } from '#client/paths.ts';
import { type RepositorySort, readRepositoryList } from '#client/search-params.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { SortMenu } from '#client/ui/list/sort-menu.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { RepositoriesDocument, useRepositoriesQuery } from './repositories-page.generated.ts';
import { RepositoryRow } from './repository-row.tsx';

const orders: Record<RepositorySort, RepositoryOrder> = {
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
};

type RepositoryFilter = { searchTerm: string; sort: RepositorySort };

function pageVariables({ searchTerm, sort }: RepositoryFilter, after: string | null) {
  return { after, searchTerm, orderBy: orders[sort], withTotal: after === null };
}

export const preload: PreloadData = ({ search }) =>
  preloadQuery(RepositoriesDocument, pageVariables(readRepositoryList(search), null));

function useRepositoryPage(filter: RepositoryFilter, after: string | null) {
  const variables = pageVariables(filter, after);
  return listPage(useRepositoriesQuery({ variables }), (data) => data.repositories);
}

/** The repositories, to be searched and sorted. In /manager they can be changed too. */
export default function RepositoriesPage() {
  const { t } = useTranslation('repository');
  const area = areaOf(useLocation().pathname);
  const filter = readRepositoryList(useSearch());
  const { searchTerm, sort } = filter;
  const first = useRepositoryPage(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const total = first.connection?.totalCount;
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={<Total total={total} />}
        actions={area === 'manager' && <NewRepositoryLink className={withinThumbReach} />}
      />
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
      </div>
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={useRepositoryPage}
        lead="square"
        row={(repository) => (
          <RepositoryRow key={repository.id} repository={repository} area={area} />
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
    </>
  );
}

/** On a phone the primary action floats where the thumb is. */
const withinThumbReach =
  'max-md:fixed max-md:end-4 max-md:bottom-4 max-md:z-10 max-md:min-h-12 max-md:shadow-float';

function NewRepositoryLink({ className }: { className?: string }) {
  const { t } = useTranslation('repository');
  return (
    <Can do="repository:create">
      <Link to={paths.newRepository()} className={buttonClass('primary', 'normal', className)}>
        <Plus aria-hidden="true" className="size-4" />
        {t('new.action')}
      </Link>
    </Can>
  );
}

function Total({ total }: { total: number | undefined }) {
  const { t } = useTranslation('repository');
  return (
    <p role="status" className="min-h-5 tabular-nums">
      {total !== undefined && t('list.total', { count: total, total: formatNumber(total) })}
    </p>
  );
}
