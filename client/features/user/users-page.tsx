import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { UserSelection } from '#client/features/user/actions/user-selection.tsx';
import { RecordList } from '#client/graphql/record-list.tsx';
import type { UserOrderField, UserStatus } from '#client/graphql/schema.generated.ts';
import { preloadList, useList } from '#client/graphql/use-list.ts';
import {
  type ListOrders,
  readChoice,
  readSearchTerm,
  readSort,
} from '#client/lib/address/search-params.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { exportUrl } from '#client/lib/download.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { apiRole } from '#client/lib/roles.ts';
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

function ServiceAccountFilter({ value }: { value: 'all' | null }) {
  const { t } = useTranslation('user');
  return (
    <FilterMenu
      param="serviceAccounts"
      label={t('filter.serviceAccounts.label')}
      any={t('filter.serviceAccounts.none')}
      value={value}
      options={[{ value: 'all', label: t('filter.serviceAccounts.all') }]}
    />
  );
}

function conditionsOf({ searchTerm, orderBy, created, ...filter }: UserList) {
  const { role, status, serviceAccounts } = filter;
  return {
    searchTerm,
    orderBy,
    filter: {
      role: role && apiRole(role),
      status: status && (status.toUpperCase() as UserStatus),
      isServiceAccount: serviceAccounts === 'all' ? null : false,
      createdAt: periodOf(created),
    },
  };
}

export const preload: PreloadData = ({ search }) =>
  preloadList(UsersDocument, conditionsOf(readUserList(search)));

export default function UsersPage() {
  const { t } = useTranslation('user');
  const filter = readUserList(useSearch());
  const list = useList(UsersDocument, conditionsOf(filter), (data) => data.users);
  const columns = useUserColumns();
  const openExportUrl = useListExport();
  const isSelectable = useCan('user:ban');
  return (
    <RecordList
      namespace="user"
      list={list}
      filter={filter}
      orders={orders}
      columns={columns}
      menu={{
        list: 'users',
        exportUrl: exportUrl('users.csv', conditionsOf(filter)),
        openExportUrl,
        isSelectable,
      }}
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
      selectionBar={<UserSelection key={list.key} list={list} />}
    />
  );
}
