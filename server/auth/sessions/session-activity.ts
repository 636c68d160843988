import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';

/** Precision of `lastActiveAt`. A write per request would be expensive. */
export const activitySeconds = 5 * 60;

type ActiveSession = {
  id: string;
  userId: string;
  impersonatedBy?: string | null | undefined;
  lastActiveAt?: Date | null | undefined;
};

export async function touchSession(database: Database, session: ActiveSession): Promise<void> {
  const { id, userId, impersonatedBy, lastActiveAt } = session;
  if (lastActiveAt && Date.now() - lastActiveAt.getTime() < activitySeconds * 1_000) return;
  try {
    await database.session.updateMany({ where: { id }, data: { lastActiveAt: new Date() } });
    await touchUser(database, impersonatedBy ?? userId);
  } catch (error) {
    // Reads must not fail because this write did.
    if (!databaseFault(error)) throw error;
  }
}

/**
 * Records activity of a user without an update of `updatedAt`, except the first time, which ends an
 * invitation. Event streams aren't notified.
 */
export async function touchUser(database: Database, userId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE "user" SET "lastActiveAt" = now(),
      "updatedAt" = CASE WHEN "lastActiveAt" IS NULL THEN now() ELSE "updatedAt" END
    WHERE "id" = ${userId} AND set_config('atrium.silent', 'on', true) = 'on'`;
}
