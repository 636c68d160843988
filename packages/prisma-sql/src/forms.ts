/** Forms of a `where` that have a statement of their own. */
import { isPlain, type Model, type OrderBy } from './models.ts';
import type { Lists } from './options.ts';

type Condition = Record<string, unknown>;

/** The conditions that `where` combines with AND, each with one key. */
export function conjunctsOf(where: unknown): Condition[] {
  if (!isPlain(where)) return [];
  return Object.entries(where).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name !== 'AND') return [{ [name]: value }];
    return (Array.isArray(value) ? value : [value]).flatMap(conjunctsOf);
  });
}

export function isSearch(where: unknown): boolean {
  if (!isPlain(where)) return false;
  if ('contains' in where || 'startsWith' in where) return true;
  return Object.values(where).some((value) =>
    Array.isArray(value) ? value.some(isSearch) : isSearch(value),
  );
}

const bounds = new Set(['gt', 'gte', 'lt', 'lte']);

/** Whether a condition only says where a page begins: ranges of sorted columns. */
function isBound(condition: Condition, sorted: ReadonlySet<string>): boolean {
  return Object.entries(condition).every(([name, value]) => {
    if (name === 'OR') return Array.isArray(value) && value.every((part) => isBound(part, sorted));
    return sorted.has(name) && isPlain(value) && Object.keys(value).every((key) => bounds.has(key));
  });
}

const unescaped = (pattern: string) => pattern.replace(/\\(.)/g, '$1');

/** Words that the list is searched for, if no other condition is selective. */
export function searchedWords(
  where: unknown,
  orderBy: OrderBy,
  lists: Lists,
): string[] | undefined {
  const { searchColumn, nearlyAll = {} } = lists;
  if (!searchColumn) return undefined;
  const sorted = new Set(orderBy.flatMap((part) => Object.keys(part)));
  const words: string[] = [];
  for (const condition of conjunctsOf(where)) {
    const [[name = '', value] = []] = Object.entries(condition);
    if (name === searchColumn) {
      const { contains, ...others } = isPlain(value) ? value : {};
      if (typeof contains !== 'string' || Object.keys(others).length > 0) return undefined;
      words.push(unescaped(contains));
    } else if (!(name in nearlyAll && nearlyAll[name] === value) && !isBound(condition, sorted)) {
      return undefined;
    }
  }
  return words.length > 0 ? words : undefined;
}

export type Partitioned = {
  column: string;
  /** The partitions besides the one of NULL. Undefined if all rows are in one partition. */
  ids: readonly string[] | undefined;
  /** The other conditions. */
  where: { AND: object[] };
};

/** IDs of `{ OR: [{ [column]: null }, { [column]: { in: ids } }] }`. */
function partitionsIn({ OR: either }: Condition, column: string): readonly string[] | undefined {
  if (!Array.isArray(either) || either.length !== 2) return undefined;
  const [none, others] = either as Condition[];
  const isOfColumn = [none, others].every((each) => Object.keys(each ?? {}).join() === column);
  if (!isOfColumn || none?.[column] !== null) return undefined;
  const { in: ids, ...operators } = isPlain(others?.[column]) ? (others[column] as Condition) : {};
  const isList = Array.isArray(ids) && ids.every((id) => typeof id === 'string');
  return isList && Object.keys(operators).length === 0 ? ids : undefined;
}

/** The partitions that a list is limited to, if its order has an index that begins with them. */
export function partitionsOf(
  where: unknown,
  orderBy: OrderBy,
  { lists: { partition }, id }: Model,
): Partitioned | undefined {
  const sorted = orderBy.map((part) => Object.keys(part)[0] ?? '');
  if (!partition?.orders.includes(sorted[0] ?? '') || sorted.at(-1) !== id) return undefined;
  if (isSearch(where)) return undefined;
  const { column } = partition;
  const conditions = conjunctsOf(where);
  for (const [place, condition] of conditions.entries()) {
    const others = conditions.toSpliced(place, 1);
    const value = condition[column];
    if (value === null || typeof value === 'string') {
      return { column, ids: undefined, where: { AND: conditions } };
    }
    const ids = partitionsIn(condition, column);
    if (ids) return { column, ids, where: { AND: others } };
  }
  return undefined;
}
