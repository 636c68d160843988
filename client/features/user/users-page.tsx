import { ListFilter, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { UserSelection } from '#client/features/user/actions/user-selection.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { UserStatus } from '#client/graphql/schema.generated.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { nextDay, readDay } from '#client/lib/day.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { apiRole } from '#client/lib/roles.ts';
import { withSearch } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SortMenu } from '#client/ui/list/sorting.tsx';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { userPaths } from './entity.ts';
import { UsersDocument } from './user.generated.ts';
import {
  isFiltered,
  orders,
  readUserList,
  UserFilters,
  type UserList,
  useClearFilters,
} from './user-filters.tsx';
import { UserRow, useUserColumns } from './user-row.tsx';

function listFilter(filter: UserList) {
  const { searchTerm, role, status, serviceAccounts } = filter;
  const createdTo = readDay(filter.createdTo);
  return {
    searchTerm,
    role: role && apiRole(role),
    status: status && (status.toUpperCase() as UserStatus),
    isServiceAccount: serviceAccounts === 'all' ? null : false,
    createdFrom: readDay(filter.createdFrom)?.toISOString() ?? null,
    // The API's range excludes its end, so the last day is added.
    createdTo: createdTo && nextDay(createdTo).toISOString(),
  };
}

function pageVariables(filter: UserList, after: string | null) {
  return {
    after,
    ...listFilter(filter),
    orderBy: filter.orderBy,
    withTotal: after === null,
  };
}

export const preload: PreloadData = ({ search }) =>
  preloadQuery(UsersDocument, pageVariables(readUserList(search), null));

function exportUrl(filter: UserList): string {
  const { field, direction } = filter.orderBy;
  const { isServiceAccount, ...others } = listFilter(filter);
  return withSearch('/api/export/users.csv', {
    ...others,
    isServiceAccount: isServiceAccount?.toString(),
    orderBy: field,
    direction,
  });
}

function useUserPage(filter: UserList, after: string | null) {
  const variables = pageVariables(filter, after);
  return listPage(useQuery({ query: UsersDocument, variables }), (data) => data.users);
}

export default function UsersPage() {
  const { t } = useTranslation('user');
  const filter = readUserList(useSearch());
  const first = useUserPage(filter, null);
  const columns = useUserColumns();
  const openExportUrl = useListExport();
  const canBan = useCan('user:ban');
  const total = first.connection?.totalCountUpTo;
  const sorting = {
    ...filter,
    orders,
    title: 'name',
    labels: {
      created: t('field.createdAt'),
      name: t('field.name'),
      email: t('field.email'),
      lastActive: t('field.lastActiveAt'),
    },
  };
  const hasSelection = selection.use().ids.size > 0;
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={total}
        totalText={(values) => t('list.total', values)}
        action={<NewUserLink floating />}
      />
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 xl:flex xl:flex-wrap">
        <div className="grow xl:basis-60">
          <SearchBox label={t('list.search')} value={filter.searchTerm} />
        </div>
        <UserFilters filter={filter} />
        <SortMenu sorting={sorting} />
        <ListMenu
          list="users"
          columns={columns.all}
          exportUrl={exportUrl(filter)}
          openExportUrl={openExportUrl}
          isSelectable={canBan}
        />
      </div>
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={useUserPage}
        lead="round"
        columns={columns.shown}
        sorting={sorting}
        liveList={{ list: 'users', isFiltered: true }}
        searchTerm={filter.searchTerm}
        row={(user) => (
          <UserRow key={user.id} user={user} columns={columns.shown} selectable={canBan} />
        )}
        empty={<EmptyUsers filter={filter} />}
      />
      <MountOnOpen open={hasSelection}>
        <UserSelection key={JSON.stringify(filter)} filter={listFilter(filter)} total={total} />
      </MountOnOpen>
    </>
  );
}

function NewUserLink({ floating }: { floating?: boolean }) {
  const { t } = useTranslation('user');
  return (
    <Can do="user:create">
      <NewLink to={userPaths.create()} label={t('new.action')} floating={floating} />
    </Can>
  );
}

function EmptyUsers({ filter }: { filter: UserList }) {
  const { t } = useTranslation('user');
  const clearSearch = useReplaceParam('searchTerm');
  const clearFilters = useClearFilters();
  const { searchTerm } = filter;
  if (isFiltered(filter)) {
    return (
      <EmptyState icon={ListFilter} title={t('filter.nobody')} body={t('filter.nobodyHint')}>
        <Button onClick={() => clearFilters(true)}>
          {t(searchTerm ? 'filter.clearAll' : 'filter.clear')}
        </Button>
      </EmptyState>
    );
  }
  if (searchTerm) return <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />;
  return (
    <EmptyState icon={UsersRound} title={t('empty.title')} body={t('empty.body')}>
      <NewUserLink />
    </EmptyState>
  );
}
