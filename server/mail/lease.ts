import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

/** Seconds until another instance may take the mail. Must exceed a mail server's response time. */
export const leaseSeconds = 30;

export type LeasedMail = {
  id: string;
  to: string;
  queue: string | null;
  payload: string;
  /** Also identifies the lease, since each take increments it. */
  attempts: number;
  expired: boolean;
  withheld: boolean;
  handedOver: boolean;
};

/** Another instance has taken the mail in the meantime. */
export class LeaseLost extends Error {}

export async function takeMail(
  database: Database,
  busyQueues: readonly string[],
): Promise<LeasedMail | undefined> {
  const [mail] = await database.$queryRaw<LeasedMail[]>`
    UPDATE "mail" SET "attempts" = "attempts" + 1,
      "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})
    WHERE "id" = (
      SELECT "id" FROM "mail" WHERE "state" = 'pending' AND "nextAttemptAt" <= now()
        AND coalesce("queue", '') <> ALL(${busyQueues}::text[])
      ORDER BY "turnAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING "id", "to", "queue", "payload", "attempts",
      coalesce("expiresAt" < now(), false) AS "expired",
      coalesce("expiresAt" <= "createdAt", false) AS "withheld",
      "handedOverAt" IS NOT NULL AS "handedOver"`;
  return mail;
}

/** Returns false if the lease is lost. `set` is SQL, so that times are the database's. */
export async function updateMail(
  database: Database,
  { id, attempts }: LeasedMail,
  set: Prisma.Sql,
): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE "mail" SET ${set} WHERE "id" = ${id} AND "attempts" = ${attempts} AND "state" = 'pending'`;
  return count === 1;
}
