import { useTranslation } from 'react-i18next';
import { ServiceAccountFilter } from '#client/features/user/service-accounts/service-account-filter.tsx';
import type { UserOrderField } from '#client/graphql/schema.generated.ts';
import {
  type ListOrders,
  readChoice,
  readSearchTerm,
  readSort,
} from '#client/lib/address/search-params.ts';
import { useReplaceParams } from '#client/lib/address/use-search.ts';
import { dayText, readDay, readDayText } from '#client/lib/day.ts';
import { apiRole } from '#client/lib/roles.ts';
import { DateRangePicker } from '#client/ui/form/date-picker.tsx';
import { ClearFilters, FilterMenu } from '#client/ui/list/filter-menu.tsx';
import { roleNames } from '#shared/permissions.ts';

export const orders: ListOrders<UserOrderField> = [
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
    createdFrom: readDayText(search, 'createdFrom'),
    createdTo: readDayText(search, 'createdTo'),
  };
}

export type UserList = ReturnType<typeof readUserList>;

/** Ignores the search term. */
export function isFiltered(filter: UserList): boolean {
  const { role, status, serviceAccounts, createdFrom, createdTo } = filter;
  return [role, status, serviceAccounts, createdFrom, createdTo].some(Boolean);
}

export const filterParams = ['role', 'status', 'serviceAccounts', 'createdFrom', 'createdTo'];

export function UserFilters({ filter }: { filter: UserList }) {
  const { t } = useTranslation('user');
  const replaceParams = useReplaceParams();
  const day = (text: string | null) => readDay(text) ?? undefined;
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
      <DateRangePicker
        filter
        label={t('filter.created')}
        max={new Date()}
        value={{ from: day(filter.createdFrom), to: day(filter.createdTo) }}
        onChange={({ from, to }) =>
          void replaceParams({
            createdFrom: from ? dayText(from) : '',
            createdTo: to ? dayText(to) : '',
          })
        }
      />
      <ClearFilters params={filterParams} />
    </>
  );
}
