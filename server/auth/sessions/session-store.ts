import type { Services } from '#server/auth/sign-in.ts';
import { isBanned, type Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { namedStatement } from '#server/database/statements.ts';
import {
  impersonatorExpiry,
  impersonatorJoin,
  isAllowedImpersonation,
} from '#server/features/impersonation/sessions.ts';
import { endPendingSignIns } from '#server/features/passkey/pending-sign-in.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { readSessionToken, readSignedCookie } from './cookies.ts';

type Session = NonNullable<Viewer['session']>;
export type SessionViewer = Viewer & { session: Session };
type Row = Omit<Session, 'id' | 'userId'> & Viewer['user'] & { sessionId: string };

const columns = ['createdAt', 'reauthenticatedAt', 'lastActiveAt', 'impersonatedBy'];

const select = (condition: string) =>
  namedStatement(`
    SELECT s."id" AS "sessionId", ${columns.map((name) => `s."${name}"`).join(', ')}, least(s."expiresAt"${impersonatorExpiry}) AS "expiresAt",
      u."id", u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
    FROM "session" s JOIN "user" u ON u."id" = s."userId"
    ${impersonatorJoin}
    WHERE ${condition}
    ${isAllowedImpersonation}
  `);

const byToken = select('s."token" = $1');
const byIds = select('s."id" = ANY ($1)');

/** Whether a session may be used is decided here, for requests and better-auth. Event streams ask here, too. */
function viewerOf(row: Row): SessionViewer | null {
  const { sessionId, createdAt, reauthenticatedAt, lastActiveAt, ...rest } = row;
  const { expiresAt, impersonatedBy, ...user } = rest;
  if (isBanned(user) || expiresAt <= new Date()) return null;
  const dates = { createdAt, reauthenticatedAt, expiresAt, lastActiveAt };
  const session = { id: sessionId, userId: user.id, impersonatedBy, ...dates };
  return { session, accessToken: null, user };
}

/** The viewer of the session with this token. Null if it may not be used. */
export async function readSession(
  database: Database,
  token: string,
): Promise<SessionViewer | null> {
  const [row] = await database.$named<Row>(byToken, [token]);
  return row ? viewerOf(row) : null;
}

/** The viewers of sessions, by ID, if they may be used. */
export async function readSessions(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionViewer | null>> {
  const rows = ids.length > 0 ? await database.$named<Row>(byIds, [ids]) : [];
  return new Map(rows.map((row) => [row.sessionId, viewerOf(row)]));
}

type SessionStore = Pick<Database, 'session' | 'verification'>;

/**
 * Ends the sessions of users. Also their sign-ins that wait for a passkey. With `only`, just the sessions that match it,
 * and nothing if none does. Returns how many ended.
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

export type BrowserSession = NonNullable<Awaited<ReturnType<typeof endBrowserSession>>>;

/**
 * Ends the session of a browser, and returns it, unless it had ended before. With an impersonation, also ends the manager's
 * own, which the library would leave behind.
 */
export async function endBrowserSession(
  { session }: Pick<Database, 'session'>,
  services: Pick<Services, 'secrets' | 'settings'>,
  headers: Headers,
) {
  const token = readSessionToken(services, headers) ?? '';
  const ended: Prisma.SessionWhereInput[] = [{ token }];
  const [kept] = readSignedCookie(services, headers, 'admin_session')?.split(':') ?? [];
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

export async function touchSession(database: Database, session: Session): Promise<void> {
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
