/** Tables whose changes are told, by triggers in prisma/migrations. */
export const liveTables = ['repository', 'user'] as const;
export const watchedTables = [...liveTables, 'session'] as const;
export const changeKinds = ['insert', 'update', 'delete'] as const;

type Table = (typeof watchedTables)[number];

/** A record that was inserted, updated or deleted. */
export type RecordChange = { table: Table; kind: (typeof changeKinds)[number]; id: string };

/** A change; without an id, more records of the table have changed than are told one by one. */
export type Change = RecordChange | { table: Table; id: null };

/** What an update after an insert is to those who know of neither: still an insert. */
function merged(before: RecordChange | undefined, after: RecordChange): RecordChange {
  return before?.kind === 'insert' && after.kind === 'update' ? before : after;
}

/**
 * Changes that wait to be told, in constant space: one per record, and beyond `limit` records only
 * which tables have changed.
 */
export function createChangeBuffer(limit: number) {
  const records = new Map<string, RecordChange>();
  const tables = new Set<Table>();

  /** Gives up the single records of a table for the word that many have changed. */
  function collapse(table: Table): void {
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

    /** The change that waits longest, taken out. */
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

    /** Gives up all single records for the word that many have changed. */
    coarsen(): void {
      for (const { table } of [...records.values()]) collapse(table);
    },

    clear(): void {
      records.clear();
      tables.clear();
    },
  };
}
