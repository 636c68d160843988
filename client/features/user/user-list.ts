/** Search parameters of the user list. Invalid values are read as none. */
import { readChoice, readDayText } from '#client/filter-params.ts';
import { readSearchTerm, readSort } from '#client/search-params.ts';

/** Sort orders. The first is the default. */
const sorts = ['created', 'name', 'email', 'active'] as const;
const roles = ['admin', 'user'] as const;
const statuses = ['active', 'invited', 'banned'] as const;

export type UserSort = (typeof sorts)[number];

export function readUserList(search: URLSearchParams) {
  return {
    searchTerm: readSearchTerm(search),
    sort: readSort(search, sorts),
    role: readChoice(search, 'role', roles),
    status: readChoice(search, 'status', statuses),
    createdFrom: readDayText(search, 'createdFrom'),
    createdTo: readDayText(search, 'createdTo'),
  };
}

/** Search term, filters and sort order of the user list. */
export type UserList = ReturnType<typeof readUserList>;
