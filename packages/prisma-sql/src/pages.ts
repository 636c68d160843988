/** SQL of `findMany` and `count`. */
import { column, conditionToSql, type Sql, Unsupported, valueToSql } from './conditions.ts';
import { isSearch, type Partitioned, partitionsOf, searchedWords } from './forms.ts';
import {
  isPlain,
  joinTo,
  type Model,
  type Models,
  type OrderBy,
  quoted,
  type Selection,
} from './models.ts';

export type Page = { where: object; orderBy: OrderBy; take: number | undefined };

export type Written = { text: string; values: unknown[]; isNamed: boolean };

type Writing = { models: Models; usualTakes: ReadonlySet<number> };

/** @throws {Unsupported} */
export function pageOf(args: Record<string, unknown>, model: Model): Page {
  const { where = {}, orderBy = [], take } = args;
  const order = (Array.isArray(orderBy) ? orderBy : [orderBy]) as OrderBy;
  const isSorted = order.every(
    (part) =>
      isPlain(part) &&
      Object.entries(part).every(
        ([name, direction]) =>
          model.columns.has(name) && (direction === 'asc' || direction === 'desc'),
      ),
  );
  const isPositive = take === undefined || (Number.isInteger(take) && (take as number) > 0);
  if (!isSorted || !isPositive || !isPlain(where)) throw new Unsupported();
  return { where, orderBy: order, take: take as number | undefined };
}

function orderToSql(orderBy: OrderBy): string {
  const order = orderBy.flatMap((part) =>
    Object.entries(part).map(([name, direction]) => `${column(name)} ${direction}`),
  );
  return order.length > 0 ? `ORDER BY ${order.join(', ')}` : '';
}

function limitToSql(sql: Sql, take: number | undefined, { usualTakes }: Writing): string {
  if (take === undefined) return '';
  return `LIMIT ${usualTakes.has(take) ? take : valueToSql(sql, take)}`;
}

const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** Searches with more words are planned for their terms. */
const maxNamedWords = 2;
/** The trigram index only covers letters and digits. */
const hasTrigram = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

/** Words of a search whose plan need not depend on them. */
export function plannedWords({ where, orderBy }: Page, model: Model): string[] | undefined {
  const words = searchedWords(where, orderBy, model.lists);
  return words && words.length <= maxNamedWords && words.some(hasTrigram) ? words : undefined;
}

/**
 * A search whose plan doesn't depend on its words. Frequent words are matched in list order, with a collation that
 * rules out the trigram index. Others are found by that index, then sorted.
 */
function searchToSql(sql: Sql, page: Page, isFrequent: boolean, writing: Writing): string {
  const { searchColumn } = sql.model.lists;
  sql.style = { hidesTexts: true, ...(isFrequent && searchColumn && { scanned: searchColumn }) };
  const rows = `${sql.model.select} WHERE ${conditionToSql(page.where, sql)}`;
  const end = join([orderToSql(page.orderBy), limitToSql(sql, page.take, writing)]);
  return isFrequent ? join([rows, end]) : `SELECT * FROM (${rows} OFFSET 0) AS "hit" ${end}`;
}

/**
 * Sorts one partition by its column first, to match the index: PostgreSQL can't tell that the rows of NULL are sorted
 * by the index's other columns.
 */
const withinPartition = (column: string, orderBy: OrderBy): OrderBy => [
  { [column]: Object.values(orderBy[0] ?? {})[0] ?? 'desc' },
  ...orderBy,
];

/**
 * Merges the first rows of each partition, read from an index in order. Other partitions' rows don't add to the cost,
 * whereas a condition with OR would read and skip them.
 */
function mergeToSql(sql: Sql, page: Page, { ids, ...rest }: Partitioned, writing: Writing): string {
  const { model } = sql;
  const list = `$${sql.values.push(ids)}::text[]`;
  const condition = conditionToSql(rest.where, sql);
  const limit = limitToSql(sql, page.take, writing);
  const order = orderToSql(page.orderBy);
  const sorted = quoted(page.orderBy.flatMap((part) => Object.keys(part)));
  const within = orderToSql(withinPartition(rest.column, page.orderBy));
  const rowsOf = (which: string) =>
    `SELECT ${sorted} FROM "${model.table}" WHERE ${column(rest.column)} ${which} AND ${condition} ${within} ${limit}`;
  return `SELECT ${quoted(model.read)} FROM (
    SELECT "${model.id}" AS "shownId" FROM (
      (${rowsOf('IS NULL')})
      UNION ALL
      SELECT "own".* FROM unnest(${list}) AS "partition"("partitionId")
      CROSS JOIN LATERAL (${rowsOf('= "partitionId"')}) AS "own"
    ) AS "first" ${order} ${limit}
  ) AS "shown" JOIN "${model.table}" ON "${model.id}" = "shownId" ${order}`;
}

function plainToSql(sql: Sql, { where, orderBy, take }: Page, writing: Writing): string {
  const condition = conditionToSql(where, sql);
  const end = join([orderToSql(orderBy), limitToSql(sql, take, writing)]);
  return join([sql.model.select, `WHERE ${condition}`, end]);
}

type Reading = {
  selection: Selection;
  /** Whether the searched words are frequent. Undefined if that isn't known, or if it is no search. */
  isFrequent: boolean | undefined;
};

/** @throws {Unsupported} */
export function writePage(
  model: Model,
  page: Page,
  { selection: { joined }, isFrequent }: Reading,
  writing: Writing,
): Written {
  const values: unknown[] = [];
  const style = joined.length > 0 ? { hidesBounds: true } : {};
  const sql: Sql = { models: writing.models, model, values, style };
  const order = orderToSql(page.orderBy);
  if (isFrequent !== undefined) {
    const text = joinTo(searchToSql(sql, page, isFrequent, writing), joined, order);
    return { text, values, isNamed: true };
  }
  const isNamed = !isSearch(page.where);
  const partitioned = partitionsOf(page.where, page.orderBy, model);
  if (partitioned?.ids) {
    return {
      text: joinTo(mergeToSql(sql, page, partitioned, writing), joined, order),
      values,
      isNamed,
    };
  }
  const orderBy = partitioned ? withinPartition(partitioned.column, page.orderBy) : page.orderBy;
  const text = plainToSql(sql, { ...page, orderBy }, writing);
  return { text: joinTo(text, joined, order), values, isNamed };
}

/** @throws {Unsupported} */
export function writeCount(model: Model, { where, take }: Page, writing: Writing): Written {
  const values: unknown[] = [];
  const sql: Sql = { models: writing.models, model, values, style: {} };
  const condition = conditionToSql(where, sql);
  const rows = join([
    `SELECT FROM "${model.table}" WHERE ${condition}`,
    limitToSql(sql, take, writing),
  ]);
  const text = `SELECT count(*) AS "rows" FROM (${rows}) AS "matching"`;
  return { text, values, isNamed: !isSearch(where) };
}
