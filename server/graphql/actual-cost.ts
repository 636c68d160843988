/** What an answer cost, after it turned out how many entries its lists have. */
import type { FieldNode } from 'graphql';

/** A field that is a connection, the entries of one, or holds connections. */
export type PricedList = {
  /** Its name in the answer. */
  key: string;
  /** Of a connection: the entries of a page that were paid for. */
  pageSize?: number;
  /** Of a connection's entries: points of each. */
  perEntry?: number;
  inner: readonly PricedList[];
};

/** The price of an operation before it is executed. */
export type Price = {
  /** Points. */
  points: number;
  /** The lists that may turn out shorter. */
  lists: readonly PricedList[];
  /** Where it asks for `Query.rateLimit`. */
  rateLimits: readonly FieldNode[];
};

type Answer = Readonly<Record<string, unknown>>;

/** Points of the entries that were paid for but not found. */
function unusedPoints(answer: Answer, lists: readonly PricedList[], pageSize = 0): number {
  let unused = 0;
  for (const list of lists) {
    const value = answer[list.key];
    if (value === null || typeof value !== 'object') continue;
    if (!Array.isArray(value)) {
      unused += unusedPoints(value as Answer, list.inner, list.pageSize);
      continue;
    }
    unused += (list.perEntry ?? 0) * Math.max(0, pageSize - value.length);
    if (list.inner.length === 0) continue;
    for (const entry of value) if (entry) unused += unusedPoints(entry, list.inner);
  }
  return unused;
}

/** Points of an executed operation, at most those of its price. Only lists count by what they hold. */
export function actualPoints({ points, lists }: Price, data: Answer | null | undefined): number {
  if (!data || lists.length === 0) return points;
  return Math.max(1, Math.ceil(points - unusedPoints(data, lists)));
}
