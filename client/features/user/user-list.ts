/** Search parameters of the user list. Invalid values are read as none. */
import { dayText, readDay } from '#client/lib/day.ts';
import { readSearchTerm, readSort } from '#client/search-params.ts';

/** Sort orders. The first is the default. */
const sorts = ['created', 'name', 'email', 'active'] as const;
const roles = ['admin', 'user'] as const;
const statuses = ['active', 'invited', 'banned'] as const;

export type UserSort = (typeof sorts)[number];

function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === search.get(name)) ?? null;
}

/** A valid day as `YYYY-MM-DD`, or null. */
function readDayText(search: URLSearchParams, name: string): string | null {
  const day = readDay(search.get(name));
  return day && dayText(day);
}

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
