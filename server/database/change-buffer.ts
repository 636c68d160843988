export const changeKinds = ['insert', 'update', 'delete'] as const;

/** A record that was inserted, updated or deleted. */
export type RecordChange = {
  table: string;
  kind: (typeof changeKinds)[number];
  id: string;
  /** The organization that the record belongs to, or is. */
  organizationId?: string;
  /** An access token of the user changed. */
  tokens?: true | undefined;
};

/** A change. An id of null means that too many records of the table changed to report each. */
export type Change = RecordChange | { table: string; id: null };

/** An update after an unreported insert is still an insert. */
function merged(before: RecordChange | undefined, after: RecordChange): RecordChange {
  const kept = before?.kind === 'insert' && after.kind === 'update' ? before : after;
  return before?.tokens || after.tokens ? { ...kept, tokens: true } : kept;
}

/** Queues changes in constant space: one per record, and beyond `limit` records one per table. */
export function createChangeBuffer(limit: number) {
  const records = new Map<string, RecordChange>();
  const tables = new Set<string>();

  /** Replaces the queued records of a table with one change of the table. */
  function collapse(table: string): void {
    tables.add(table);
    for (const [id, change] of records) if (change.table === table) records.delete(id);
  }

  return {
    get isEmpty(): boolean {
      return records.size + tables.size === 0;
    },

    add(change: Change): void {
      if (tables.has(change.table)) return;
      if (change.id !== null) records.set(change.id, merged(records.get(change.id), change));
      if (change.id === null || records.size > limit) collapse(change.table);
    },

    /** Removes and returns the oldest change. */
    shift(): Change | undefined {
      for (const [id, change] of records) {
        records.delete(id);
        return change;
      }
      for (const table of tables) {
        tables.delete(table);
        return { table, id: null };
      }
      return undefined;
    },

    /** Replaces all queued records with one change per table. */
    coarsen(): void {
      for (const { table } of [...records.values()]) collapse(table);
    },

    clear(): void {
      records.clear();
      tables.clear();
    },
  };
}
