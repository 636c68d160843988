import { isImpersonationAllowed } from '#server/auth/impersonation/sessions.ts';
import { endPendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { isBanned } from './session-rules.ts';

export type StoredSession = {
  id: string;
  userId: string;
  impersonatedBy?: string | null;
  impersonatorSessionId?: string | null;
  user?: { role: string; banned: boolean; banExpires: Date | null } | null;
};

type Check = (session: StoredSession, database: Database) => boolean | Promise<boolean>;

/** A session is usable if all of them pass. */
const checks: readonly Check[] = [({ user }) => !user || !isBanned(user), isImpersonationAllowed];

/** Every endpoint of better-auth reads sessions through it. */
export async function isUsableSession(
  database: Database,
  session: StoredSession,
): Promise<boolean> {
  for (const check of checks) if (!(await check(session, database))) return false;
  return true;
}

type SessionStore = Pick<Database, 'session' | 'verification'>;

/**
 * Ends the sessions of users, and their sign-ins that wait for a passkey. With `only`, just the sessions that match it,
 * and nothing if none does. Only better-auth, at sign-out, deletes sessions in another way. Returns how many ended.
 */
export async function endSessions(
  database: SessionStore,
  userIds: readonly string[],
  { except = '', only }: { except?: string; only?: Prisma.SessionWhereInput } = {},
): Promise<number> {
  // By ID, since a proof of identity replaces the token of a session.
  const others = { userId: { in: [...userIds] }, id: { not: except } };
  const { count } = await database.session.deleteMany({ where: { ...others, AND: only ?? [] } });
  if (count > 0 || !only) await endPendingSignIns(database, userIds);
  return count;
}

/** Ends a user's sessions, except the `max` most recently used. */
export async function endOldestSessions(
  database: SessionStore,
  userId: string,
  max: number,
): Promise<void> {
  const oldest = await database.session.findMany({
    where: { userId },
    orderBy: [{ lastActiveAt: 'desc' }, { id: 'desc' }],
    skip: max,
    take: 1_000,
    select: { id: true },
  });
  if (oldest.length === 0) return;
  await endSessions(database, [userId], { only: { id: { in: oldest.map(({ id }) => id) } } });
}

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
export async function touchUser(
  database: Pick<Database, '$executeRaw'>,
  userId: string,
): Promise<void> {
  await database.$executeRaw`
    UPDATE "user" SET "lastActiveAt" = now(),
      "updatedAt" = CASE WHEN "lastActiveAt" IS NULL THEN now() ELSE "updatedAt" END
    WHERE "id" = ${userId} AND set_config('atrium.silent', 'on', true) = 'on'`;
}
