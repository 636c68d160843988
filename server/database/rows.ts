/**
 * Rows of the most frequent lists, read by statements of our own: Prisma needs three times the time of
 * PostgreSQL for a page. Arguments and rows are Prisma's.
 */
import DataLoader from 'dataloader';
import type { Member, Organization, Repository, User } from '#server/generated/prisma/client.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import { limits } from '#shared/limits.ts';
import type { Database } from './client.ts';
import { columnsOf, conditionToSql, isSearch, type Model, type SqlText } from './conditions.ts';
import { type NamedStatement, namedStatement, type Statement } from './named-statement.ts';
import { joinedIn, joinTo, sqlOf, toRecord, unplanned, withUnplannedBounds } from './relations.ts';
import { areFrequent } from './search-sample.ts';
import { tableOf } from './tables.ts';

export type RowsQuery = {
  select?: object | undefined;
  where: object;
  orderBy?: Record<string, 'asc' | 'desc'>[];
  take?: number;
  /** The words that `where` searches for, if it has no other condition than where the page begins. */
  words?: readonly string[] | undefined;
};

/** The rows of each model, with all columns or those that were selected. */
export type Rows = {
  Repository: Omit<Repository, 'searchText'>;
  User: Omit<User, 'searchText'>;
  Organization: Omit<Organization, 'searchText'>;
  Member: Member;
};

/** Statements that keep a name. Few forms are in use; a session of PostgreSQL remembers each of them. */
const maxNames = 300;
const named = new Map<string, NamedStatement>();

const ofModels = <Value>(make: (model: Model) => Value): Record<Model, Value> => ({
  Repository: make('Repository'),
  User: make('User'),
  Organization: make('Organization'),
  Member: make('Member'),
});

export const columns = ofModels(columnsOf);

export const quoted = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(', ');

/** @throws TypeError if the model has no such column */
export function quotedColumn(model: Model, name: string): string {
  if (!columns[model].all.has(name)) throw new TypeError(`${model} has no column ${name}.`);
  return `"${name}"`;
}

/** The page sizes that are written into the statement: PostgreSQL plans for them. */
const usualLimits = new Set([1, limits.pageSize + 1]);

/** The statement with its name. A search is planned with its term: it has none. */
export function toStatement(text: string, where: object): Statement {
  if (isSearch(where)) return { text };
  const known = named.get(text);
  if (known) return known;
  if (named.size >= maxNames) return { text };
  const statement = namedStatement(text);
  named.set(text, statement);
  return statement;
}

/** All columns are read, so that there are few statements: what was not selected is never shown. */
const selects = ofModels(
  (model) => `SELECT ${quoted(columns[model].read)} FROM "${tableOf(model)}"`,
);

export function orderToSql(sql: SqlText, orderBy: RowsQuery['orderBy'] = []): string {
  const order = orderBy.flatMap((part) =>
    Object.entries(part).map(([name, direction]) => `${sql.column(name)} ${direction}`),
  );
  return order.length > 0 ? `ORDER BY ${order.join(', ')}` : '';
}

export const takeToSql = (sql: SqlText, take = 1) =>
  `LIMIT ${usualLimits.has(take) ? take : sql.value(take)}`;

/** A search by more words is planned with them. */
const maxNamedWords = 2;
/** The trigram index knows letters and digits only. */
const hasTrigram = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

/**
 * A search whose plan depends on no word, with a name. Frequent words are looked for in the order of the list: the
 * trigram index has another collation. Others are found by that index, and their rows sorted.
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
  const rows = `${selects[model]} WHERE ${conditionToSql(where, searching)}`;
  const page = `${orderToSql(sql, orderBy)} ${takeToSql(sql, take)}`;
  const text = isFrequent ? `${rows} ${page}` : `SELECT * FROM (${rows} OFFSET 0) AS "hit" ${page}`;
  return { text, values };
}

/** The statement of a query and its values. */
function write(model: Model, { where, orderBy, take }: RowsQuery, joined: readonly string[]) {
  const values: unknown[] = [];
  const sql = joined.length > 0 ? withUnplannedBounds(sqlOf(model, values)) : sqlOf(model, values);
  const order = orderToSql(sql, orderBy);
  const condition = `WHERE ${conditionToSql(where, sql)}`;
  const page = [selects[model], condition, order, takeToSql(sql, take)].join(' ');
  return { text: joined.length > 0 ? joinTo(model, page, { joined, order }) : page, values };
}

/** Whether only columns are selected, or whole records that are joined. Other relations are Prisma's to load. */
export const isFlat = (select: object = {}) =>
  Object.values(select).every((value) => value === true);

type Delegate<Row> = {
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row | null>;
  create(query: object): Promise<Row>;
};

export function delegateOf<Name extends Model>(database: Database, model: Name) {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Model>;
  return database[name] as unknown as Delegate<Rows[Name]>;
}

/** These rows, with the relations that are selected. */
export async function withRelations<Name extends Model>(
  database: Database,
  model: Name,
  { select, orderBy, rows }: Pick<RowsQuery, 'select' | 'orderBy'> & { rows: Rows[Name][] },
): Promise<Rows[Name][]> {
  if (isFlat(select) || rows.length === 0) return rows;
  const where = { id: { in: rows.map(({ id }) => id) } };
  return delegateOf(database, model).findMany({ select, where, orderBy });
}

/** The rows that Prisma's `findMany` would return for `query`, by one statement. */
export async function findRows<Name extends Model>(
  database: Database,
  model: Name,
  query: RowsQuery,
): Promise<Rows[Name][]> {
  const { words, ...page } = query;
  const { select, where } = page;
  // Prisma would compare the names of all users to find some members.
  if (!isFlat(select) && model !== 'Member') return delegateOf(database, model).findMany(page);
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
  const { read } = columns[model];
  return rows.map((row) => toRecord(row, { model, joined, columns: read }) as Rows[Name]);
}

/** The number of rows that match, counted up to `take`. */
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

const byId = ofModels((model) => namedStatement(`${selects[model]} WHERE "id" = $1`));
const byIds = ofModels((model) => namedStatement(`${selects[model]} WHERE "id" = ANY($1)`));

type Loaders = { [Name in Model]?: DataLoader<string, Rows[Name] | undefined> };
const loaders = new WeakMap<RequestContext, Loaders>();

/** Loads the rows of one request that are asked for at the same time by one statement. */
function loaderOf(database: Database, model: Model, request: RequestContext) {
  const ofRequest = loaders.get(request) ?? {};
  loaders.set(request, ofRequest);
  ofRequest[model] ??= new DataLoader(
    async (ids: readonly string[]) => {
      const [statement, values] = ids.length === 1 ? [byId[model], ids] : [byIds[model], [ids]];
      const rows = await database.$read<Rows[typeof model]>(statement, [...values]);
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => rowsById.get(id));
    },
    // A later field of a mutation must see its own changes.
    { cache: false },
  ) as never;
  return ofRequest[model];
}

/** The row with this id, without related records; null if there is none. */
export async function findRow<Name extends Exclude<Model, 'Member'>>(
  database: Database,
  model: Name,
  { select, id }: { select?: object | undefined; id: string },
): Promise<Rows[Name] | null> {
  const request = currentRequest();
  if (!request || !isFlat(select)) {
    return delegateOf(database, model).findUnique({ ...(select && { select }), where: { id } });
  }
  return ((await loaderOf(database, model, request)?.load(id)) as Rows[Name] | undefined) ?? null;
}
