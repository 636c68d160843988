import type { Changes } from '#server/database/changes/changes.ts';

/** Values kept at a time. Beyond this, all are computed again. */
const maxValues = 1_000;

type Values<T> = { batches: number; byKey: Map<string, Promise<T>> };

/**
 * Computes a value once for all streams of an instance. Discards it with the next batch of changes, so it is never
 * older than the change that a stream reports.
 */
export function createUntilNextChange<T>() {
  const valuesOf = new WeakMap<Changes, Values<T>>();

  return function once(changes: Changes, key: string, compute: () => Promise<T>): Promise<T> {
    let values = valuesOf.get(changes);
    if (!values || values.batches !== changes.batches || values.byKey.size >= maxValues) {
      values = { batches: changes.batches, byKey: new Map() };
      valuesOf.set(changes, values);
    }
    const { byKey } = values;
    const known = byKey.get(key);
    if (known) return known;
    const computed = compute();
    byKey.set(key, computed);
    // Let the next stream retry.
    computed.catch(() => byKey.delete(key));
    return computed;
  };
}
