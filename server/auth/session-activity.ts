/** When sessions and users were last active. */
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';

/** Precision of `lastActiveAt`, in seconds: a write per request would be expensive. */
export const activitySeconds = 5 * 60;

type ActiveSession = {
  id: string;
  userId: string;
  impersonatedBy?: string | null | undefined;
  lastActiveAt?: Date | null | undefined;
};

/** Whether it must be recorded again that a session is active. */
export const isActivityDue = ({ lastActiveAt }: Pick<ActiveSession, 'lastActiveAt'>) =>
  !lastActiveAt || Date.now() - lastActiveAt.getTime() >= activitySeconds * 1_000;

/** Records that a session is active, and its user, or the manager who impersonates the user. */
export async function touchSession(database: Database, session: ActiveSession): Promise<void> {
  if (!isActivityDue(session)) return;
  const { id, userId, impersonatedBy } = session;
  try {
    await database.session.updateMany({ where: { id }, data: { lastActiveAt: new Date() } });
    await touchUser(database, impersonatedBy ?? userId);
  } catch (error) {
    // Reads must not fail because this cannot be written.
    if (!databaseFault(error)) throw error;
  }
}

/** Records that a user is active now. Event streams are not notified. */
export async function touchUser(database: Database, userId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE "user" SET "lastActiveAt" = now()
    WHERE "id" = ${userId} AND set_config('atrium.silent', 'on', true) = 'on'`;
}
