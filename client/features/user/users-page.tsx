import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { Can, useCan } from '#client/features/session/use-session.ts';
import { UserSelection } from '#client/features/user/actions/user-selection.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { listPage } from '#client/graphql/paged-list.tsx';
import { RecordList } from '#client/graphql/record-list.tsx';
import type { UserStatus } from '#client/graphql/schema.generated.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { nextDay, readDay } from '#client/lib/day.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { apiRole } from '#client/lib/roles.ts';
import { withSearch } from '#client/paths.ts';
import { NoMatch } from '#client/ui/list/filter-menu.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { userPaths } from './entity.ts';
import { UsersDocument } from './user.generated.ts';
import {
  filterParams,
  isFiltered,
  orders,
  readUserList,
  UserFilters,
  type UserList,
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
