import { endPendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import type { Services } from '#server/auth/sign-in.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { readSignedCookie, sessionCookie } from './cookies.ts';

type SessionStore = Pick<Database, 'session' | 'verification'>;

/**
 * Ends the sessions of users, and their sign-ins that wait for a passkey. With `only`, just the sessions that match it, and
 * nothing if none does. Returns how many ended.
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

/**
 * Ends the session of a browser, and with an impersonation the manager's own, which the library would leave behind. Returns
 * the browser's session, unless it had ended before.
 */
export async function endBrowserSession(
  { session }: Pick<Database, 'session'>,
  services: Pick<Services, 'secrets' | 'settings'>,
  headers: Headers,
) {
  const cookies = headers.get('cookie');
  const token = readSignedCookie(services, cookies, sessionCookie) ?? '';
  const ended: Prisma.SessionWhereInput[] = [{ token }];
  const [kept] = readSignedCookie(services, cookies, 'admin_session')?.split(':') ?? [];
  if (kept) ended.push({ token: kept });
  const current = await session.findFirst({
    where: { token, expiresAt: { gt: new Date() } },
    select: { id: true, userId: true, impersonatedBy: true, impersonatorSessionId: true },
  });
  if (current?.impersonatorSessionId) ended.push({ id: current.impersonatorSessionId });
  await session.deleteMany({ where: { OR: ended } });
  return current;
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
