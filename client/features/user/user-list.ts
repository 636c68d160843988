import { readChoice, readDayText } from '#client/lib/address/filter-params.ts';
import { readSearchTerm, readSort } from '#client/lib/address/search-params.ts';
import { roleNames } from '#shared/permissions.ts';

/** The first is the default. */
const sorts = ['created', 'name', 'email', 'active'] as const;
/** Service accounts are listed only if set to `all`. */
const serviceAccounts = ['all'] as const;
const statuses = ['active', 'invited', 'banned'] as const;

export type UserSort = (typeof sorts)[number];

export function readUserList(search: URLSearchParams) {
  return {
    searchTerm: readSearchTerm(search),
    sort: readSort(search, sorts),
    role: readChoice(search, 'role', roleNames),
    status: readChoice(search, 'status', statuses),
    serviceAccounts: readChoice(search, 'serviceAccounts', serviceAccounts),
    createdFrom: readDayText(search, 'createdFrom'),
    createdTo: readDayText(search, 'createdTo'),
  };
}

export type UserList = ReturnType<typeof readUserList>;
