import type { Database } from '#server/database/client.ts';

/** UTC. */
const nightHour = 3;
const batchSize = 1_000;

/** At night, solves open tickets that have not changed for 30 days. */
export async function solveForgottenTickets(database: Database, now = new Date()): Promise<void> {
  if (now.getUTCHours() !== nightHour) return;
  for (;;) {
    // Other instances run it too: each skips the rows that another one has locked.
    const solved = await database.$executeRaw`
      UPDATE "ticket" SET "status" = 'solved' WHERE "id" IN (
        SELECT "id" FROM "ticket"
        WHERE "status" = 'open' AND "updatedAt" < ${now}::timestamptz - interval '30 days'
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      )`;
    if (solved < batchSize) return;
  }
}
