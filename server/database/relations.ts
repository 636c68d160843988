/** Related records that statements of our own read or search: the users of a page of members, for example. */
import { columnsOf, conditionToSql, type Model, type SqlText } from './conditions.ts';
import { tableOf } from './tables.ts';

type Related = 'User' | 'Organization' | 'TeamMembership';

type ToOne = {
  model: Related;
  /** The column that refers to the record. */
  column: string;
  /** What is read of it, with the name of each column in the result. */
  outputs: readonly (readonly [column: string, output: string])[];
};

const toOne = (name: string, { read, ...others }: Omit<ToOne, 'outputs'> & { read: string[] }) => ({
  ...others,
  outputs: read.map((column) => [column, `${name}.${column}`] as const),
});

/** The records that a row refers to, by the name of the relation. */
const ones: { [Name in Model]?: Readonly<Record<string, ToOne>> } = {
  Member: {
    user: toOne('user', {
      model: 'User',
      column: 'userId',
      read: ['id', 'name', 'email', 'image', 'isServiceAccount'],
    }),
    organization: toOne('organization', {
      model: 'Organization',
      column: 'organizationId',
      read: columnsOf('Organization').read,
    }),
  },
};

/** Lists of records that refer to a row with `column`. */
const many: { [Name in Model]?: Readonly<Record<string, { model: Related; column: string }>> } = {
  Member: { teams: { model: 'TeamMembership', column: 'memberId' } },
};

/** Whether rows of `model` can be read with this column of a related record, or with all that are read of it. */
export function canJoin(model: string, relation: string, column = 'id'): boolean {
  const { outputs = [] } = ones[model as Model]?.[relation] ?? {};
  return outputs.some(([name]) => name === column);
}

/** The relations of `model` among the names that a query selects. */
export function joinedIn(model: Model, select: object = {}): string[] {
  const known = ones[model];
  return known ? Object.keys(select).filter((name) => Object.hasOwn(known, name)) : [];
}

/** Writes conditions on columns of `model` and on the records that are related to it. */
export function sqlOf(model: Model | Related, values: unknown[]): SqlText {
  const { all } = columnsOf(model);
  return {
    column(name) {
      if (!all.has(name)) throw new TypeError(`${model} has no column ${name}.`);
      return `"${name}"`;
    },
    value: (value) => `$${values.push(value)}`,
    related: (name, where) => relatedToSql(model as Model, { name, where }, values),
  };
}

/**
 * PostgreSQL runs a subquery in the place of a value row by row. A search for the names of an organization's
 * members therefore never compares those of all users.
 */
function relatedToSql(
  model: Model,
  { name, where }: { name: string; where: { some?: object } },
  values: unknown[],
): string | undefined {
  const row = `"${tableOf(model)}"`;
  const one = ones[model]?.[name];
  if (one) {
    const condition = conditionToSql(where, sqlOf(one.model, values));
    return `(SELECT ${condition} FROM "${tableOf(one.model)}" WHERE "id" = ${row}."${one.column}")`;
  }
  const list = many[model]?.[name];
  if (!list || !where.some) return undefined;
  const condition = conditionToSql(where.some, sqlOf(list.model, values));
  return `EXISTS (SELECT FROM "${tableOf(list.model)}" WHERE "${list.column}" = ${row}."id" AND ${condition})`;
}

/** A value that PostgreSQL plans without, as it is that of a subquery. */
export const unplanned = (sql: SqlText, value: unknown) =>
  `(SELECT ${sql.value(value)}::${value instanceof Date ? 'timestamptz' : 'text'})`;

/** PostgreSQL keeps the plan of a page, wherever that begins. */
export const withUnplannedBounds = (sql: SqlText): SqlText => ({
  ...sql,
  bound: (value) => unplanned(sql, value),
});

/** The rows of the statement `page` in `order`, each with the related records of these names. */
export function joinTo(
  model: Model,
  page: string,
  { joined, order }: { joined: readonly string[]; order: string },
) {
  const relations = joined.flatMap((name) => {
    const relation = ones[model]?.[name];
    return relation ? [{ name, ...relation }] : [];
  });
  const outputs = relations.flatMap(({ name, outputs }) =>
    outputs.map(([column, output]) => `"${name}"."${column}" AS "${output}"`),
  );
  const joins = relations.map(
    (each) =>
      `LEFT JOIN "${tableOf(each.model)}" AS "${each.name}" ON "${each.name}"."id" = "page"."${each.column}"`,
  );
  return `SELECT ${['"page".*', ...outputs].join(', ')} FROM (${page}) AS "page" ${joins.join(' ')} ${order}`;
}

type Row = Record<string, unknown>;

/** A record that was read with a row that refers to it. */
class JoinedRecord {}

/** Whether a record was read with all that `joinTo` reads of it. */
export const isJoined = (record: unknown): boolean => record instanceof JoinedRecord;

/** A row of `joinTo` with its related records as objects of their own, null where there is none. */
export function toRecord(
  row: Row,
  {
    model,
    joined,
    columns,
  }: { model: Model; joined: readonly string[]; columns: readonly string[] },
): Row {
  const record: Row = {};
  for (const column of columns) record[column] = row[column];
  for (const name of joined) {
    const related: Row = new JoinedRecord() as Row;
    for (const [column, output] of ones[model]?.[name]?.outputs ?? [])
      related[column] = row[output];
    record[name] = related.id === null ? null : related;
  }
  return record;
}
