/**
 * Reads the most frequent lists with hand-written SQL, because Prisma needs three times as long as PostgreSQL for a
 * page. Arguments and rows are Prisma's.
 */
import DataLoader from 'dataloader';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import { limits } from '#shared/limits.ts';
import type { Database } from './client.ts';
import { conditionToSql, isSearch, type SqlText } from './conditions.ts';
import { columnsOf, delegateOf, type Model, type Rows } from './models.ts';
import { type NamedStatement, namedStatement, type Statement } from './named-statement.ts';
import {
  filtersRelated,
  joinedIn,
  joinTo,
  sqlOf,
  toRecord,
  unplanned,
  withUnplannedBounds,
} from './relations.ts';
import { areFrequent } from './search-sample.ts';
import { tableOf } from './tables.ts';

export type RowsQuery = {
  select?: object | undefined;
  where: object;
  orderBy?: Record<string, 'asc' | 'desc'>[];
  take?: number;
  /** Search words, if no other condition except the page cursor is selective. */
  words?: readonly string[] | undefined;
};

/** Bounds the prepared statements, which every session keeps. Only a few forms are in use. */
const maxNames = 300;
const named = new Map<string, NamedStatement>();

/** Page sizes inlined into the statement, so that PostgreSQL plans for them. */
const usualLimits = new Set([1, limits.pageSize + 1]);

/** Reuses a prepared statement. Searches are unnamed so PostgreSQL plans for the term. */
export function toStatement(text: string, where: object): Statement {
  if (isSearch(where)) return { text };
  const known = named.get(text);
  if (known) return known;
  if (named.size >= maxNames) return { text };
  const statement = namedStatement(text);
  named.set(text, statement);
  return statement;
}

export function orderToSql(sql: SqlText, orderBy: RowsQuery['orderBy'] = []): string {
  const order = orderBy.flatMap((part) =>
    Object.entries(part).map(([name, direction]) => `${sql.column(name)} ${direction}`),
  );
  return order.length > 0 ? `ORDER BY ${order.join(', ')}` : '';
}

export const takeToSql = (sql: SqlText, take = 1) =>
  `LIMIT ${usualLimits.has(take) ? take : sql.value(take)}`;

/** Searches with more words are planned for their terms. */
const maxNamedWords = 2;
/** The trigram index only covers letters and digits. */
const hasTrigram = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

/**
 * A search whose plan doesn't depend on its words. Frequent words are matched in list order, with a collation that
 * rules out the trigram index. Others are found by that index, then sorted.
 */
export function searchStatement(
  model: Model,
  { where, orderBy, take }: RowsQuery,
  isFrequent: boolean,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const sql = sqlOf(model, values);
  const searching: SqlText = {
    column: (name) =>
      isFrequent && name === 'searchText' ? '"searchText" COLLATE "POSIX"' : sql.column(name),
    value: (value) => (typeof value === 'string' ? unplanned(sql, value) : sql.value(value)),
  };
  const rows = `${columnsOf(model).select} WHERE ${conditionToSql(where, searching)}`;
  const page = `${orderToSql(sql, orderBy)} ${takeToSql(sql, take)}`;
  const text = isFrequent ? `${rows} ${page}` : `SELECT * FROM (${rows} OFFSET 0) AS "hit" ${page}`;
  return { text, values };
}

function write(model: Model, { where, orderBy, take }: RowsQuery, joined: readonly string[]) {
  const values: unknown[] = [];
  const sql = joined.length > 0 ? withUnplannedBounds(sqlOf(model, values)) : sqlOf(model, values);
  const order = orderToSql(sql, orderBy);
  const condition = `WHERE ${conditionToSql(where, sql)}`;
  const page = [columnsOf(model).select, condition, order, takeToSql(sql, take)].join(' ');
  return { text: joined.length > 0 ? joinTo(model, page, { joined, order }) : page, values };
}

/** Whether only columns or whole joined records are selected. Prisma loads other relations. */
const isFlat = (select: object = {}) => Object.values(select).every((value) => value === true);

export async function withRelations<Name extends Model>(
  database: Database,
  model: Name,
  { select, orderBy, rows }: Pick<RowsQuery, 'select' | 'orderBy'> & { rows: Rows[Name][] },
): Promise<Rows[Name][]> {
  if (isFlat(select) || rows.length === 0) return rows;
  const where = { id: { in: rows.map(({ id }) => id) } };
  return delegateOf(database, model).findMany({ select, where, orderBy });
}

/** Returns the rows of Prisma's `findMany`, usually with one statement. */
export async function findRows<Name extends Model>(
  database: Database,
  model: Name,
  query: RowsQuery,
): Promise<Rows[Name][]> {
  const { words, ...page } = query;
  const { select, where } = page;
  // Prisma would search the texts of all related records.
  const isServed = columnsOf(model).isSupported && (isFlat(select) || filtersRelated(model, where));
  if (!isServed) return delegateOf(database, model).findMany(page);
  if (words && words.length <= maxNamedWords && words.some(hasTrigram)) {
    const isFrequent = areFrequent(database, model, words);
    if (isFrequent !== undefined) {
      const { text, values } = searchStatement(model, query, isFrequent);
      return database.$read<Rows[Name]>(toStatement(text, {}), values);
    }
  }
  const joined = isFlat(select) ? joinedIn(model, select) : [];
  const { text, values } = write(model, query, joined);
  const rows = await database.$read<Rows[Name]>(toStatement(text, where), values);
  if (joined.length === 0) return withRelations(database, model, { ...query, rows });
  const { read } = columnsOf(model);
  return rows.map((row) => toRecord(row, { model, joined, columns: read }) as Rows[Name]);
}

export async function countMatching(
  database: Database,
  model: Model,
  { where, take }: { where: object; take?: number },
): Promise<number> {
  const values: unknown[] = [];
  const sql = sqlOf(model, values);
  const condition = conditionToSql(where, sql);
  const limit = take === undefined ? '' : takeToSql(sql, take);
  const text = `SELECT count(*) AS "rows" FROM (
    SELECT FROM "${tableOf(model)}" WHERE ${condition} ${limit}) AS "matching"`;
  const [found] = await database.$read<{ rows: string }>(toStatement(text, where), values);
  return Number(found?.rows);
}

type ById = { one: NamedStatement; several: NamedStatement };
const byId = new Map<Model, ById>();

function byIdOf(model: Model): ById {
  const { select } = columnsOf(model);
  const statements = byId.get(model) ?? {
    one: namedStatement(`${select} WHERE "id" = $1`),
    several: namedStatement(`${select} WHERE "id" = ANY($1)`),
  };
  byId.set(model, statements);
  return statements;
}

type Loader = DataLoader<string, { id: string } | undefined>;
const loaders = new WeakMap<RequestContext, Map<Model, Loader>>();

/** Batches a request's concurrent lookups into one statement. */
function loaderOf(database: Database, model: Model, request: RequestContext): Loader {
  const ofRequest = loaders.get(request) ?? new Map<Model, Loader>();
  loaders.set(request, ofRequest);
  const known = ofRequest.get(model);
  if (known) return known;
  const loader: Loader = new DataLoader(
    async (ids: readonly string[]) => {
      const { one, several } = byIdOf(model);
      const [statement, values] = ids.length === 1 ? [one, ids] : [several, [ids]];
      const rows = await database.$read<{ id: string }>(statement, [...values]);
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => rowsById.get(id));
    },
    // Later fields of a mutation must see its changes.
    { cache: false },
  );
  ofRequest.set(model, loader);
  return loader;
}

export async function findRow<Name extends Model>(
  database: Database,
  model: Name,
  { select, id }: { select?: object | undefined; id: string },
): Promise<Rows[Name] | null> {
  const request = currentRequest();
  if (!request || !isFlat(select) || !columnsOf(model).isSupported) {
    return delegateOf(database, model).findUnique({ ...(select && { select }), where: { id } });
  }
  return ((await loaderOf(database, model, request).load(id)) as Rows[Name] | undefined) ?? null;
}
