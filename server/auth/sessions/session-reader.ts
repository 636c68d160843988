/** Reads sessions with their users: one answer to whether a session may be used, for requests, better-auth and open streams. */
import {
  impersonatorExpiry,
  impersonatorJoin,
  isAllowedImpersonation,
} from '#server/auth/impersonation/sessions.ts';
import { isBanned, type Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { namedStatement } from '#server/database/named-statement.ts';

export type SessionEnd = 'BANNED_USER' | 'SESSION_EXPIRED';

type Session = NonNullable<Viewer['session']>;
export type SessionViewer = Viewer & { session: Session };
type Row = Omit<Session, 'id' | 'userId'> & Viewer['user'] & { sessionId: string };

const columns = ['createdAt', 'reauthenticatedAt', 'lastActiveAt', 'impersonatedBy'];
const ends = ['s."expiresAt"', impersonatorExpiry];
const conditions = [isAllowedImpersonation];

const select = (condition: string) =>
  namedStatement(`
    SELECT s."id" AS "sessionId", ${columns.map((name) => `s."${name}"`).join(', ')}, least(${ends.join(', ')}) AS "expiresAt",
      u."id", u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
    FROM "session" s JOIN "user" u ON u."id" = s."userId"
    ${impersonatorJoin}
    WHERE ${[condition, ...conditions].join(' AND ')}`);

const byToken = select('s."token" = $1');
const byIds = select('s."id" = ANY ($1)');

function viewerOf(row: Row): SessionViewer | SessionEnd {
  if (isBanned(row)) return 'BANNED_USER';
  const { sessionId, createdAt, reauthenticatedAt, lastActiveAt, ...rest } = row;
  const { expiresAt, impersonatedBy, ...user } = rest;
  if (expiresAt <= new Date()) return 'SESSION_EXPIRED';
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
  const viewer = row && viewerOf(row);
  return typeof viewer === 'object' ? viewer : null;
}

/** The viewers of sessions, by ID, or why they ended. */
export async function readSessions(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionViewer | SessionEnd>> {
  const rows = ids.length > 0 ? await database.$named<Row>(byIds, [ids]) : [];
  return new Map(rows.map((row) => [row.sessionId, viewerOf(row)]));
}
