import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { UserOrder } from '#client/graphql/schema.generated.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { useReplaceParam, useSearch } from '#client/lib/use-search.ts';
import { readUserList, type UserSort } from '#client/search-params.ts';
import { EmptyState, NoResult } from '#client/ui/list-states.tsx';
import { PageHeader } from '#client/ui/page.tsx';
import { SearchBox } from '#client/ui/search-box.tsx';
import { SortMenu } from '#client/ui/sort-menu.tsx';
import { UserRow } from './user-row.tsx';
import { useUsersQuery } from './users-page.generated.ts';

const orders: Record<UserSort, UserOrder> = {
  name: { field: 'NAME', direction: 'ASC' },
  email: { field: 'EMAIL', direction: 'ASC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
};

type UserFilter = { searchTerm: string; sort: UserSort };

function useUserPage({ searchTerm, sort }: UserFilter, after: string | null) {
  const variables = { after, searchTerm, orderBy: orders[sort], withTotal: after === null };
  return listPage(useUsersQuery({ variables }), (data) => data.users);
}

/** Everybody who may sign in, to be searched and sorted. */
export default function UsersPage() {
  const { t } = useTranslation('user');
  const filter = readUserList(useSearch());
  const { searchTerm, sort } = filter;
  const first = useUserPage(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const total = first.connection?.totalCount;
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={
          <p role="status" className="min-h-5 tabular-nums">
            {total !== undefined && t('list.total', { count: total, total: formatNumber(total) })}
          </p>
        }
      />
      <div className="mb-4 flex gap-2">
        <SearchBox label={t('list.search')} value={searchTerm} />
        <SortMenu
          value={sort}
          options={[
            { value: 'name', label: t('sort.name') },
            { value: 'email', label: t('sort.email') },
            { value: 'created', label: t('sort.created') },
          ]}
        />
      </div>
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={useUserPage}
        lead="round"
        row={(user) => <UserRow key={user.id} user={user} />}
        empty={
          searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />
          ) : (
            <EmptyState icon={UsersRound} title={t('empty.title')} body={t('empty.body')} />
          )
        }
      />
    </>
  );
}
