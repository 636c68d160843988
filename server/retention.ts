/** Deletes the rows that a table need not keep, as each entity declares. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database/client.ts';
import { daysAgo, type Retention, type RetentionDays } from './database/entity.ts';
import { tableOf } from './database/tables.ts';
import { type EntityModel, entities } from './entities.ts';
import { Prisma } from './generated/prisma/client.ts';
import { defaultDays } from './settings/variables.ts';

export const retention = {
  /** Audit log rows per kind that a user causes on their account. A database trigger deletes older ones. */
  eventsPerKind: 200,
  /** Those that members cause in an organization. Another trigger deletes older ones, and all with the organization. */
  eventsPerOrganization: 10_000,
  /** Those about organizations that a person has deleted, and about their service accounts. By a third trigger. */
  deletionsPerUser: 1_000,
  /** Rate limit counters without use. Their longest wait is a day. */
  counterDays: 30,
} as const;

/** Models that are no entities. Without an entry here or in an `entity.ts`, the types do not check. */
const retentionOfOthers: Record<Exclude<Prisma.ModelName, EntityModel>, Retention> = {
  DeletedRepository: { deleteWhere: Prisma.sql`"deletedAt" < ${daysAgo(1)}` },
  FormerAdminAddress: { keptBecause: 'One keyed hash per address that ADMIN_EMAILS has named.' },
  ProfilePicture: { keptBecause: 'One per user, deleted with them.' },
  TeamMembership: { keptBecause: 'Deleted with the team or the member.' },
  RepositoryCount: { keptBecause: 'One row per organization with repositories, deleted with it.' },
  RowCount: { keptBecause: 'One row per counted table.' },
  IdempotencyKey: { deleteWhere: Prisma.sql`"createdAt" < ${daysAgo(1)}` },
  RateLimit: { deleteWhere: Prisma.sql`"times"[1] < ${daysAgo(retention.counterDays)}` },
};

export const retentionOf: Record<string, Retention> = {
  ...Object.fromEntries(entities.map((entity) => [entity.model, entity.retention])),
  ...retentionOfOthers,
};

/** Rows per statement, which then takes a fraction of a second. */
const batchSize = 1_000;
/** Batches per table and run. The next run continues. */
const maxBatches = 2_000;
const pauseMilliseconds = 20;
/** Advisory lock of the deleting instance, an arbitrary number. */
const lock = 1_635_021_171;

/** Deletes one batch, also of the audit log, whose rows are otherwise kept by a trigger. Returns 0 if no row is left or another instance holds the lock. */
function deleteBatch(database: Database, table: string, condition: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return database.$executeRaw`
    WITH "mine" AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(${lock}::bigint)
        AND set_config('atrium.retention', 'on', true) = 'on' AS "locked"
    )
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE (SELECT "locked" FROM "mine") AND ${condition}
      LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ))`;
}

/** Deletes expired rows of all tables until `signal` is aborted. */
export async function deleteExpired(
  database: Database,
  signal?: AbortSignal,
  days: RetentionDays = defaultDays,
): Promise<void> {
  for (const [model, rule] of Object.entries(retentionOf)) {
    if (!('deleteWhere' in rule)) continue;
    const { deleteWhere } = rule;
    const condition = typeof deleteWhere === 'function' ? deleteWhere(days) : deleteWhere;
    for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
      const deleted = await deleteBatch(database, tableOf(model), condition);
      if (deleted < batchSize) break;
      await sleep(pauseMilliseconds);
    }
  }
}

/** Ends a user's sessions beyond the `max` most recently used. */
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
