/** Prisma's `where` as SQL, as far as it is the same in every case. */
import { isPlain, type Model, type Models } from './models.ts';

/** Thrown for arguments that are left to Prisma. */
export class Unsupported extends Error {}

type Style = {
  /** Hides bounds of ranges from the planner, so that every page has the same plan. */
  hidesBounds?: boolean;
  /** Hides texts from the planner, and keeps it from using the index of this column. */
  hidesTexts?: boolean;
  scanned?: string;
};

export type Sql = {
  models: Models;
  model: Model;
  values: unknown[];
  style: Style;
};

/** Times are sent in UTC: the driver would write the local time, in which the day of a `date` may be another one. */
const toParameter = (sql: Sql, value: unknown) =>
  `$${sql.values.push(value instanceof Date ? value.toISOString() : value)}`;

const hidden = (sql: Sql, value: unknown) =>
  `(SELECT ${toParameter(sql, value)}::${value instanceof Date ? 'timestamptz' : 'text'})`;

export const column = (name: string): string => `"${name}"`;

export function valueToSql(sql: Sql, value: unknown): string {
  return sql.style.hidesTexts && typeof value === 'string'
    ? hidden(sql, value)
    : toParameter(sql, value);
}

const boundToSql = (sql: Sql, value: unknown) =>
  sql.style.hidesBounds ? hidden(sql, value) : valueToSql(sql, value);

const int32 = 2 ** 31;
const accepts: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  truth: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value) && Math.abs(value as number) < int32,
  time: (value) => value instanceof Date,
};

type Column = { text: string; kind: string };
type Operator = (column: Column, value: unknown, sql: Sql) => string;

function checked(kind: string, value: unknown): unknown {
  if (!accepts[kind]?.(value)) throw new Unsupported();
  return value;
}

function checkedList(kind: string, values: unknown): unknown {
  if (!Array.isArray(values)) throw new Unsupported();
  for (const value of values) checked(kind, value);
  return values;
}

const comparison =
  (operator: string): Operator =>
  ({ text, kind }, value, sql) =>
    `${text} ${operator} ${boundToSql(sql, checked(kind, value))}`;

const pattern =
  (operator: 'LIKE' | 'ILIKE', toPattern: (value: unknown) => string): Operator =>
  ({ text, kind }, value, sql) => {
    if (kind !== 'text') throw new Unsupported();
    return `${text} ${operator} ${valueToSql(sql, toPattern(checked(kind, value)))}`;
  };

const containing = (value: unknown) => `%${value}%`;

const operators: Readonly<Record<string, Operator>> = {
  equals: ({ text, kind }, value, sql) =>
    value === null ? `${text} IS NULL` : `${text} = ${valueToSql(sql, checked(kind, value))}`,
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  in: ({ text, kind }, value, sql) => `${text} = ANY(${valueToSql(sql, checkedList(kind, value))})`,
  notIn: ({ text, kind }, value, sql) =>
    `${text} <> ALL(${valueToSql(sql, checkedList(kind, value))})`,
  not({ text }, value) {
    if (value !== null) throw new Unsupported();
    return `${text} IS NOT NULL`;
  },
  startsWith: pattern('LIKE', (value) => `${value}%`),
  contains: pattern('LIKE', containing),
  'contains, insensitive': pattern('ILIKE', containing),
};

function columnToSql(name: string, filter: unknown, sql: Sql): string {
  const kind = sql.model.columns.get(name);
  if (!kind) throw new Unsupported();
  const text = name === sql.style.scanned ? `${column(name)} COLLATE "POSIX"` : column(name);
  if (!isPlain(filter)) return operators.equals?.({ text, kind }, filter, sql) ?? '';
  const { mode, ...conditions } = filter;
  const all = Object.entries(conditions).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const operator = operators[mode === undefined ? key : `${key}, ${mode}`];
    if (!operator) throw new Unsupported();
    return [operator({ text, kind }, value, sql)];
  });
  return all.length > 0 ? all.join(' AND ') : 'true';
}

/** The table of related records, and the condition on them. */
function relatedRows({ model }: { model: string }, condition: unknown, sql: Sql) {
  const related = sql.models(model);
  // Within a subquery on the same table, its name would mean the inner row.
  if (!related || related.table === sql.model.table || !isPlain(condition)) throw new Unsupported();
  const text = conditionToSql(condition, { ...sql, model: related, style: {} });
  return { from: `FROM ${column(related.table)}`, id: related.id, text };
}

/**
 * PostgreSQL evaluates a scalar subquery row by row, so that searching the names of people in a group never scans all
 * people.
 */
function oneToSql(name: string, where: unknown, sql: Sql): string | undefined {
  const one = sql.model.ones.get(name);
  if (!one) return undefined;
  const isCondition = isPlain(where) && Object.keys(where).length > 0;
  if (!isCondition || 'is' in where || 'isNot' in where) throw new Unsupported();
  const { from, id, text } = relatedRows(one, where, sql);
  if (!id) throw new Unsupported();
  return `(SELECT ${text} ${from} WHERE ${column(id)} = ${column(sql.model.table)}.${column(one.column)})`;
}

function someToSql(name: string, where: unknown, sql: Sql): string | undefined {
  const many = sql.model.many.get(name);
  if (!many) return undefined;
  const { some, ...others } = isPlain(where) ? where : {};
  const { id, table } = sql.model;
  if (!id || Object.keys(others).length > 0) throw new Unsupported();
  const { from, text } = relatedRows(many, some, sql);
  return `EXISTS (SELECT ${from} WHERE ${column(many.column)} = ${column(table)}.${column(id)} AND ${text})`;
}

const asList = (value: unknown): object[] => (Array.isArray(value) ? value : [value]) as object[];

/** Whether a `where` has a condition on related records. */
export function filtersRelated(where: unknown, model: Model): boolean {
  if (!isPlain(where)) return false;
  return Object.entries(where).some(([name, value]) =>
    name === 'AND' || name === 'OR' || name === 'NOT'
      ? asList(value).some((part) => filtersRelated(part, model))
      : model.ones.has(name) || model.many.has(name),
  );
}

/** @throws {Unsupported} */
export function conditionToSql(where: object, sql: Sql): string {
  if (!isPlain(where)) throw new Unsupported();
  const all = Object.entries(where).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === 'AND' || name === 'OR') {
      const parts = asList(value).map((part) => conditionToSql(part, sql));
      return [parts.length > 0 ? `(${parts.join(` ${name} `)})` : String(name === 'AND')];
    }
    if (name === 'NOT') {
      // Without the related record, NULL is neither true nor false.
      if (asList(value).some((part) => filtersRelated(part, sql.model))) throw new Unsupported();
      return asList(value).map((part) => `NOT (${conditionToSql(part, sql)})`);
    }
    return [
      oneToSql(name, value, sql) ?? someToSql(name, value, sql) ?? columnToSql(name, value, sql),
    ];
  });
  return all.length > 0 ? all.join(' AND ') : 'true';
}
