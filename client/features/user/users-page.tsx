import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { UserSelection } from '#client/features/user/actions/user-selection.tsx';
import { ServiceAccountFilter } from '#client/features/user/service-accounts/service-account-filter.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage } from '#client/graphql/paged-list.tsx';
import { RecordList } from '#client/graphql/record-list.tsx';
import type { UserOrderField, UserStatus } from '#client/graphql/schema.generated.ts';
import {
  type ListOrders,
  readChoice,
  readSearchTerm,
  readSort,
} from '#client/lib/address/search-params.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { apiRole } from '#client/lib/roles.ts';
import { withSearch } from '#client/paths.ts';
import { DaysFilter, dayParams, periodOf, readDays } from '#client/ui/list/days-filter.tsx';
import { ClearFilters, FilterMenu, NoMatch } from '#client/ui/list/filter-menu.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { roleNames } from '#shared/permissions.ts';
import { userPaths } from './entity.ts';
import { UsersDocument } from './user.generated.ts';
import { UserRow, useUserColumns } from './user-row.tsx';

const orders: ListOrders<UserOrderField> = [
  { name: 'created', field: 'CREATED_AT', direction: 'DESC' },
  { name: 'name', field: 'NAME', direction: 'ASC' },
  { name: 'email', field: 'EMAIL', direction: 'ASC' },
  { name: 'lastActive', field: 'LAST_ACTIVE_AT', direction: 'DESC' },
];
/** Service accounts are listed only if set to `all`. */
const serviceAccounts = ['all'] as const;
const statuses = ['active', 'invited', 'banned'] as const;

export function readUserList(search: URLSearchParams) {
  return {
    searchTerm: readSearchTerm(search),
    ...readSort(search, orders),
    role: readChoice(search, 'role', roleNames),
    status: readChoice(search, 'status', statuses),
    serviceAccounts: readChoice(search, 'serviceAccounts', serviceAccounts),
    created: readDays(search, 'created'),
  };
}

type UserList = ReturnType<typeof readUserList>;

/** Ignores the search term. */
function isFiltered(filter: UserList): boolean {
  const { role, status, serviceAccounts, created } = filter;
  return [role, status, serviceAccounts, created.from, created.to].some(Boolean);
}

const filterParams = ['role', 'status', 'serviceAccounts', ...dayParams('created')];

export function UserFilters({ filter }: { filter: UserList }) {
  const { t } = useTranslation('user');
  return (
    <>
      <FilterMenu
        param="role"
        label={t('filter.role')}
        any={t('filter.anyRole')}
        value={filter.role}
        options={roleNames.map((value) => ({ value, label: t(`role.${apiRole(value)}`) }))}
      />
      <FilterMenu
        param="status"
        label={t('filter.status')}
        any={t('filter.anyStatus')}
        value={filter.status}
        options={[
          { value: 'active', label: t('status.ACTIVE') },
          { value: 'invited', label: t('status.INVITED') },
          { value: 'banned', label: t('status.BANNED') },
        ]}
      />
      <ServiceAccountFilter value={filter.serviceAccounts} />
      <DaysFilter
        param="created"
        label={t('filter.created')}
        max={new Date()}
        value={filter.created}
      />
      <ClearFilters params={filterParams} />
    </>
  );
}

function listFilter(filter: UserList) {
  const { searchTerm, role, status, serviceAccounts } = filter;
  const { from, before } = periodOf(filter.created);
  return {
    searchTerm,
    role: role && apiRole(role),
    status: status && (status.toUpperCase() as UserStatus),
    isServiceAccount: serviceAccounts === 'all' ? null : false,
    createdFrom: from,
    createdTo: before,
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
  const columns = useUserColumns();
  const openExportUrl = useListExport();
  const isSelectable = useCan('user:ban');
  return (
    <RecordList
      namespace="user"
      first={useUserPage(filter, null)}
      filter={filter}
      usePage={useUserPage}
      orders={orders}
      columns={columns}
      menu={{ list: 'users', exportUrl: exportUrl(filter), openExportUrl, isSelectable }}
      filters={<UserFilters filter={filter} />}
      noMatch={isFiltered(filter) && <NoMatch params={filterParams} />}
      lead="round"
      liveList={{ list: 'users', isFiltered: true }}
      row={(user) => (
        <UserRow key={user.id} user={user} columns={columns.shown} selectable={isSelectable} />
      )}
      icon={UsersRound}
      emptyBody={t('empty.body')}
      newLink={(floating) => (
        <Can do="user:create">
          <NewLink to={userPaths.create()} label={t('new.action')} floating={floating} />
        </Can>
      )}
      selectionBar={(total) => (
        <UserSelection key={JSON.stringify(filter)} filter={listFilter(filter)} total={total} />
      )}
    />
  );
}
