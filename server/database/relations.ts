/** Related records that hand-written SQL reads or searches, such as the users of a page of members. */
import { conditionToSql, type SqlText } from './conditions.ts';
import { columnsOf } from './models.ts';
import { tableOf } from './tables.ts';

/** Whether rows of `model` can be read with `column` of a related record; by default, with the whole record. */
export function canJoin(model: string, relation: string, column = 'id'): boolean {
  const one = columnsOf(model).ones.get(relation);
  if (!one) return false;
  const { isSupported, read } = columnsOf(one.model);
  return isSupported && read.includes(column);
}

/** Whether a Prisma `where` filters by related records. */
export function filtersRelated(model: string, where: object): boolean {
  const { ones, many } = columnsOf(model);
  return Object.entries(where).some(([name, value]) =>
    ['AND', 'OR', 'NOT'].includes(name)
      ? [value].flat().some((part) => filtersRelated(model, part))
      : ones.has(name) || many.has(name),
  );
}

export function joinedIn(model: string, select: object = {}): string[] {
  return Object.keys(select).filter((name) => canJoin(model, name));
}

export function sqlOf(model: string, values: unknown[]): SqlText {
  const { all } = columnsOf(model);
  return {
    column(name) {
      if (!all.has(name)) throw new TypeError(`${model} has no column ${name}.`);
      return `"${name}"`;
    },
    value: (value) => `$${values.push(value)}`,
    related: (name, where) => relatedToSql(model, { name, where }, values),
  };
}

/**
 * PostgreSQL evaluates a scalar subquery row by row, so that searching the names of an organization's members never
 * scans all users.
 */
function relatedToSql(
  model: string,
  { name, where }: { name: string; where: { some?: object } },
  values: unknown[],
): string | undefined {
  const row = `"${tableOf(model)}"`;
  const { ones, many } = columnsOf(model);
  const one = ones.get(name);
  if (one) {
    const condition = conditionToSql(where, sqlOf(one.model, values));
    return `(SELECT ${condition} FROM "${tableOf(one.model)}" WHERE "id" = ${row}."${one.column}")`;
  }
  const list = many.get(name);
  if (!list || !where.some) return undefined;
  const condition = conditionToSql(where.some, sqlOf(list.model, values));
  return `EXISTS (SELECT FROM "${tableOf(list.model)}" WHERE "${list.column}" = ${row}."id" AND ${condition})`;
}

/** Wraps a parameter in a subquery so the plan ignores its value. */
export const unplanned = (sql: SqlText, value: unknown) =>
  `(SELECT ${sql.value(value)}::${value instanceof Date ? 'timestamptz' : 'text'})`;

/** Keeps the generic plan for every page. */
export const withUnplannedBounds = (sql: SqlText): SqlText => ({
  ...sql,
  bound: (value) => unplanned(sql, value),
});

/** Selects the rows of `page` in `order`, joined with their related records. */
export function joinTo(
  model: string,
  page: string,
  { joined, order }: { joined: readonly string[]; order: string },
) {
  const relations = joined.flatMap((name) => {
    const relation = columnsOf(model).ones.get(name);
    return relation ? [{ name, ...relation }] : [];
  });
  const outputs = relations.flatMap((each) =>
    columnsOf(each.model).read.map(
      (column) => `"${each.name}"."${column}" AS "${each.name}.${column}"`,
    ),
  );
  const joins = relations.map(
    (each) =>
      `LEFT JOIN "${tableOf(each.model)}" AS "${each.name}" ON "${each.name}"."id" = "page"."${each.column}"`,
  );
  return `SELECT ${['"page".*', ...outputs].join(', ')} FROM (${page}) AS "page" ${joins.join(' ')} ${order}`;
}

type Row = Record<string, unknown>;

/** Marks a record that was read with the row that refers to it. */
class JoinedRecord {}

export const isJoined = (record: unknown): boolean => record instanceof JoinedRecord;

/** Nests a row of `joinTo`: related records become objects, or null if missing. */
export function toRecord(
  row: Row,
  {
    model,
    joined,
    columns,
  }: { model: string; joined: readonly string[]; columns: readonly string[] },
): Row {
  const record: Row = {};
  for (const column of columns) record[column] = row[column];
  for (const name of joined) {
    const related: Row = new JoinedRecord() as Row;
    const one = columnsOf(model).ones.get(name);
    for (const column of one ? columnsOf(one.model).read : []) {
      related[column] = row[`${name}.${column}`];
    }
    record[name] = related.id === null ? null : related;
  }
  return record;
}
