/**
 * Rows that are added at the same time leave in one statement. PostgreSQL commits statements that notify changes one
 * after the other, each with a write to the disk: a row that has to wait for the last one waits with all others.
 */
import type { QueryResultRow } from 'pg';
import { databaseFault, isRefusal } from './fault.ts';
import type { Statement } from './named-statement.ts';

/** Rows of a statement: notifications name up to 50. */
const most = 50;

/** A row to be added: its values in the order of the statement's columns. */
export type NewRow = { id: string; values: readonly unknown[] };

type Run = (statement: Statement, values: unknown[]) => Promise<QueryResultRow[]>;
type Waiting = NewRow & { done(row: QueryResultRow): void; failed(error: unknown): void };

/** Returns a function that adds a row. Its statement takes an array for each column, and returns the rows. */
export function createJoinedInserts(run: Run) {
  const queues = new Map<string, Waiting[]>();

  async function insert(statement: Statement, rows: readonly Waiting[], queue: Waiting[]) {
    try {
      const columns = rows[0]?.values.map((_, i) => rows.map(({ values }) => values[i])) ?? [];
      const added = new Map((await run(statement, columns)).map((row) => [row.id, row]));
      for (const { id, done } of rows) done(added.get(id) as QueryResultRow);
    } catch (error) {
      // The other rows may be right.
      if (rows.length > 1 && isRefusal(error)) {
        for (const row of rows) await insert(statement, [row], queue);
        return;
      }
      // Nobody waits for one time limit after the other.
      const failed = databaseFault(error) ? [...rows, ...queue.splice(0)] : rows;
      for (const row of failed) row.failed(error);
    }
  }

  async function empty(statement: Statement, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await insert(statement, queue.splice(0, most), queue);
    queues.delete(statement.text);
  }

  return function add(statement: Statement, row: NewRow): Promise<QueryResultRow> {
    return new Promise((done, failed) => {
      const waiting = { ...row, done, failed };
      const queue = queues.get(statement.text);
      if (queue) queue.push(waiting);
      else {
        const begun = [waiting];
        queues.set(statement.text, begun);
        void empty(statement, begun);
      }
    });
  };
}
