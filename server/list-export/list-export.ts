/** How features export their lists as files. Each feature's `list-export.ts` is discovered by its name. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Asking } from '#server/graphql/building/visible-records.ts';
import { apiError } from '#server/graphql/errors.ts';
import { parseDateTime } from '#server/graphql/types/scalars.ts';
import type { Permission } from '#shared/permissions.ts';
import { isDate } from '#shared/rules/date.ts';

/** Every sort order ends with the ID. */
export type ExportRow = { id: string; [column: string]: unknown };

type Column<Row> = {
  header: string;
  value(row: Row): string | Date | null;
};

/** Sort columns by their names in the API. The first is the default. */
type Orders = Readonly<Record<string, string>>;

export type ListExport<Row extends ExportRow = ExportRow> = {
  name: string;
  model: EntityModel;
  permission: Permission;
  /** Requires a proof of identity within the last minutes. */
  fresh?: true;
  orders: Orders;
  columns: readonly Column<Row>[];
  /**
   * Conditions from the URL's parameters, as in the API's list.
   *
   * @throws BAD_REQUEST for a value that the API would reject
   */
  conditions(search: URLSearchParams, context: Asking): object[];
};

export function defineExport<Row extends ExportRow>(declared: ListExport<Row>): ListExport {
  return declared;
}

/** Values of a parameter, or null if it is missing or empty. Throws BAD_REQUEST if `parse` rejects one. */
function readAll<T>(
  search: URLSearchParams,
  name: string,
  parse: (value: string) => T | null | undefined,
): T[] | null {
  const given = search.getAll(name).filter(Boolean);
  if (given.length === 0) return null;
  return given.map((value) => {
    const parsed = parse(value);
    if (parsed !== null && parsed !== undefined) return parsed;
    throw apiError('BAD_REQUEST', `The parameter \`${name}\` is invalid.`);
  });
}

export function readChoices<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice[] | null {
  return readAll(search, name, (value) => choices.find((each) => each === value.toLowerCase()));
}

export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return readChoices(search, name, choices)?.[0] ?? null;
}

export function readFlag(search: URLSearchParams, name: string): boolean | null {
  const value = readChoice(search, name, ['true', 'false']);
  return value && value === 'true';
}

export function readId(search: URLSearchParams, name: string, model: EntityModel): string | null {
  return readAll(search, name, (value) => (isIdOf(model, value) ? value : null))?.[0] ?? null;
}

export function readTime(search: URLSearchParams, name: string): Date | null {
  return readAll(search, name, parseDateTime)?.[0] ?? null;
}

type Times = { DateTime: Date; Date: string };

/** A period of times, or of days: from `<name>From`, before `<name>To`. */
export function readPeriod<Type extends keyof Times = 'DateTime'>(
  search: URLSearchParams,
  name: string,
  type?: Type,
) {
  const parse = (text: string) =>
    (type !== 'Date' ? parseDateTime(text) : isDate(text) ? text : null) as Times[Type] | null;
  const read = (end: string) => readAll(search, `${name}${end}`, parse)?.[0] ?? null;
  return { from: read('From'), before: read('To') };
}

export function readOrder(search: URLSearchParams, orders: Orders) {
  const column = readAll(search, 'orderBy', (field) =>
    Object.hasOwn(orders, field) ? orders[field] : null,
  )?.[0];
  return {
    column: column ?? Object.values(orders)[0] ?? 'id',
    direction: readChoice(search, 'direction', ['asc', 'desc']) ?? 'desc',
  };
}
