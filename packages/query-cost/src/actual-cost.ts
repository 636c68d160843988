/** Actual cost of an operation, based on the number of entries returned. */
import type { FieldNode } from 'graphql';

/** A connection, its entries, or a field that contains connections. */
export type PricedList = {
  /** Response key. */
  key: string;
  /** For connections: the page size that was charged. */
  pageSize?: number;
  /** For a connection's entries: points of each. */
  perEntry?: number;
  inner: readonly PricedList[];
};

/** Price of an operation, computed before execution. */
export type Price = {
  points: number;
  /** Lists that may return fewer entries than priced. */
  lists: readonly PricedList[];
  /** Selections of `Pricing.reportField`. */
  reports: readonly FieldNode[];
};

type Answer = Readonly<Record<string, unknown>>;

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

/** Points of an executed operation, at most its price. Only list lengths are measured. */
export function actualPoints({ points, lists }: Price, data: Answer | null | undefined): number {
  if (!data || lists.length === 0) return points;
  return Math.max(1, Math.ceil(points - unusedPoints(data, lists)));
}
