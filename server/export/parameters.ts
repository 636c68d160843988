/** Reads the parameters of an export's URL: the names are those of the API's arguments. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { parseDateTime } from '#server/graphql/date-time.ts';
import { apiError } from '#server/graphql/errors.ts';

function invalid(name: string): Error {
  return apiError('BAD_REQUEST', `The parameter \`${name}\` is invalid.`);
}

/** @throws BAD_REQUEST for an unknown choice */
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

/** @throws BAD_REQUEST for what is no ID of the model */
export function readId(search: URLSearchParams, name: string, model: EntityModel): string | null {
  const value = search.get(name);
  if (!value) return null;
  if (!isIdOf(model, value)) throw invalid(name);
  return value;
}

/** @throws BAD_REQUEST for a malformed time */
export function readTime(search: URLSearchParams, name: string): Date | null {
  const value = search.get(name);
  if (!value) return null;
  const time = parseDateTime(value);
  if (!time) throw invalid(name);
  return time;
}

/** @throws BAD_REQUEST for a malformed time */
export function readSpan(search: URLSearchParams) {
  return {
    createdFrom: readTime(search, 'createdFrom'),
    createdTo: readTime(search, 'createdTo'),
  };
}

/** @throws BAD_REQUEST for an unknown column or direction */
export function readOrder(search: URLSearchParams, orders: Readonly<Record<string, string>>) {
  const field = search.get('orderBy') || Object.keys(orders)[0] || '';
  const column = Object.hasOwn(orders, field) ? orders[field] : undefined;
  if (!column) throw invalid('orderBy');
  return { column, direction: readChoice(search, 'direction', ['asc', 'desc'] as const) ?? 'desc' };
}
