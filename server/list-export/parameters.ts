/** Parses the parameters of an export's URL, named like the API's arguments. Invalid values throw BAD_REQUEST. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { apiError } from '#server/graphql/errors.ts';
import { parseDateTime } from '#server/graphql/types/scalars.ts';

function invalid(name: string): Error {
  return apiError('BAD_REQUEST', `The parameter \`${name}\` is invalid.`);
}

export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = search.get(name);
  if (!value) return null;
  const choice = choices.find((each) => each === value.toLowerCase());
  if (!choice) throw invalid(name);
  return choice;
}

export function readFlag(search: URLSearchParams, name: string): boolean | null {
  const value = readChoice(search, name, ['true', 'false'] as const);
  return value && value === 'true';
}

export function readChoices<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice[] | null {
  const given = search.getAll(name).filter(Boolean);
  if (given.length === 0) return null;
  return given.map((value) => {
    const choice = choices.find((each) => each === value.toLowerCase());
    if (!choice) throw invalid(name);
    return choice;
  });
}

export function readId(search: URLSearchParams, name: string, model: EntityModel): string | null {
  const value = search.get(name);
  if (!value) return null;
  if (!isIdOf(model, value)) throw invalid(name);
  return value;
}

export function readTime(search: URLSearchParams, name: string): Date | null {
  const value = search.get(name);
  if (!value) return null;
  const time = parseDateTime(value);
  if (!time) throw invalid(name);
  return time;
}

export function readSpan(search: URLSearchParams) {
  return {
    createdFrom: readTime(search, 'createdFrom'),
    createdTo: readTime(search, 'createdTo'),
  };
}

export function readOrder(search: URLSearchParams, orders: Readonly<Record<string, string>>) {
  const field = search.get('orderBy') || Object.keys(orders)[0] || '';
  const column = Object.hasOwn(orders, field) ? orders[field] : undefined;
  if (!column) throw invalid('orderBy');
  return { column, direction: readChoice(search, 'direction', ['asc', 'desc'] as const) ?? 'desc' };
}
