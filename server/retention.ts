import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#shared/limits.ts';
import type { Database } from './database/client.ts';
import { daysAgo, type Retention, type RetentionDays } from './database/entity.ts';
import { type EntityModel, entities, tableOf } from './entities.ts';
import { Prisma } from './generated/prisma/client.ts';
import { defaultDays } from './settings/variables.ts';

/** Age of unused rate limit counters. Their longest wait is a day. */
const counterDays = 30;

/** Models that aren't entities. The types require an entry here or in an `entity.ts` for every model. */
const retentionOfOthers: Record<Exclude<Prisma.ModelName, EntityModel>, Retention> = {
  DeletedRepository: {
    deleteWhere: Prisma.sql`"deletedAt" < now() - make_interval(hours => ${limits.restorableHours}::int)`,
  },
  DeletedDependent: { keptBecause: 'Deleted with the deleted repository, after a day.' },
  FormerAdminAddress: { keptBecause: 'One keyed hash per address that ADMIN_EMAILS has named.' },
  FormerAddress: { deleteWhere: Prisma.sql`"changedAt" < ${daysAgo(limits.secureAccountDays)}` },
  FormerOrganizationSlug: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  RecoveryCodes: { keptBecause: 'One row per user, deleted with them.' },
  ProfilePicture: { keptBecause: 'One per user, deleted with them.' },
  TeamMembership: { keptBecause: 'Deleted with the team or the member.' },
  RepositoryCount: { keptBecause: 'One row per organization with repositories, deleted with it.' },
  RowCount: { keptBecause: 'One row per counted table.' },
  RowCountPart: { keptBecause: 'As many rows as transactions ever counted at the same time.' },
  // Two days after a client may have chosen it, an ID is too old.
  UsedId: { deleteWhere: Prisma.sql`"createdAt" < ${daysAgo(3)}` },
  LastBackup: { keptBecause: 'One row.' },
  RateLimit: { deleteWhere: Prisma.sql`"times"[1] < ${daysAgo(counterDays)}` },
};

export const retentionOf: Record<string, Retention> = {
  ...Object.fromEntries(entities.map((entity) => [entity.model, entity.retention])),
  ...retentionOfOthers,
};

/** Rows per statement, which keeps it to a fraction of a second. */
const batchSize = 1_000;
/** Batches per table and run. The next run continues. */
const maxBatches = 2_000;
const pauseMilliseconds = 20;
/** Advisory lock of the instance that deletes. An arbitrary number. */
const lock = 1_635_021_171;

/**
 * Deletes one batch. Also works on the audit log, which a trigger otherwise protects. Returns 0 if no row is left or
 * another instance holds the lock.
 */
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
