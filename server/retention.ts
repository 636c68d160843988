/**
 * How long each table keeps its rows. Every model has an entry, so a new table does not grow without a
 * decision.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database/client.ts';
import { tableOf } from './database/tables.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Days, unless another unit is named. */
export const retention = {
  /** Mails, whatever became of them: who got one, and when. */
  mailDays: 30,
  /** The history of an account. */
  eventDays: 400,
  /** Rows of the history per person and kind; a trigger of the database removes older ones. */
  eventsPerKind: 200,
  /** A counter of codes that nothing happened to for so long: its longest wait is a day. */
  counterDays: 30,
} as const;

type Retention =
  /** Rows that the condition holds for are deleted, a batch at a time. */
  | { deleteWhere: Prisma.Sql }
  /** Rows stay for a reason, which includes what bounds their number. */
  | { keptBecause: string };

const daysAgo = (days: number) => Prisma.sql`now() - make_interval(days => ${days}::int)`;

/** What becomes of the rows of each model. */
export const retentionOf: Record<Prisma.ModelName, Retention> = {
  User: { keptBecause: 'People are deleted by themselves or by a manager.' },
  FormerAdminAddress: { keptBecause: 'One keyed hash per address that ADMIN_EMAILS has named.' },
  Account: { keptBecause: 'Belongs to a person, one per identity provider and account there.' },
  Session: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  AuditEvent: {
    // All kinds are named so that the index on kind and time is used.
    deleteWhere: Prisma.sql`"kind" = ANY (enum_range(NULL::"account_event_kind"))
      AND "createdAt" < ${daysAgo(retention.eventDays)}`,
  },
  Verification: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  Repository: { keptBecause: 'What the product is for; managers delete them.' },
  RowCount: { keptBecause: 'One row per counted table.' },
  Mail: { deleteWhere: Prisma.sql`"createdAt" < ${daysAgo(retention.mailDays)}` },
  CodeBudget: { deleteWhere: Prisma.sql`"times"[1] < ${daysAgo(retention.counterDays)}` },
};

/** Rows in one statement: few enough that it takes a fraction of a second. */
const batchSize = 1_000;
/** Batches of one table in one run, so that a run ends; the next one goes on. */
const maxBatches = 2_000;
const pauseMilliseconds = 20;
/** Held by the instance that deletes; the number is arbitrary. */
const lock = 1_635_021_171;

/** Deletes one batch; 0 where nothing is left, or another instance is at it. */
function deleteBatch(database: Database, table: string, condition: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return database.$executeRaw`
    WITH "mine" AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS "locked")
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE (SELECT "locked" FROM "mine") AND ${condition}
      LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ))`;
}

/** Deletes the rows of all tables that have served their time, until `signal` stops it. */
export async function deleteExpired(database: Database, signal?: AbortSignal): Promise<void> {
  for (const [model, rule] of Object.entries(retentionOf)) {
    if (!('deleteWhere' in rule)) continue;
    for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
      const deleted = await deleteBatch(database, tableOf(model), rule.deleteWhere);
      if (deleted < batchSize) break;
      await sleep(pauseMilliseconds);
    }
  }
}

/** Ends the sessions of a person beyond the newest `max`, by their last use. */
export async function endOldestSessions(
  database: Database,
  userId: string,
  max: number,
): Promise<void> {
  const oldest = await database.session.findMany({
    where: { userId },
    orderBy: [{ lastActiveAt: 'desc' }, { id: 'desc' }],
    skip: max,
    take: batchSize,
    select: { id: true },
  });
  if (oldest.length === 0) return;
  await database.session.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } });
}
