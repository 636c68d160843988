export const changeKinds = ['insert', 'update', 'delete'] as const;

export type RecordChange = {
  table: string;
  kind: (typeof changeKinds)[number];
  id: string;
  /**
   * The organization that owns the record, or the record's own ID if it is an organization. Null if none owns it,
   * undefined if the notification doesn't say.
   */
  organizationId?: string | null;
  /** Set when one of the user's access tokens changed. */
  accessTokens?: true | undefined;
};

/** `id` is null when too many records of the table changed to report each. */
export type Change = RecordChange | { table: string; id: null };

/** An insert that hasn't been reported yet stays an insert after an update. */
function merged(before: RecordChange | undefined, after: RecordChange): RecordChange {
  const kept = before?.kind === 'insert' && after.kind === 'update' ? before : after;
  if ([before, after].some((each) => each?.accessTokens)) return { ...kept, accessTokens: true };
  return kept;
}

/** Queues changes in bounded memory: one per record, and beyond `limit` records one per table. */
export function createChangeBuffer(limit: number) {
  const records = new Map<string, RecordChange>();
  const tables = new Set<string>();

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

    /** Collapses all queued records to one change per table. */
    coarsen(): void {
      for (const { table } of [...records.values()]) collapse(table);
    },

    clear(): void {
      records.clear();
      tables.clear();
    },
  };
}
