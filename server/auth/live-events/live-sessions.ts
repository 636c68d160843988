/** Rereads the sessions of open event streams, which send no new requests. */

import { type AccessTokenEnd, currentToken } from '#server/auth/access-tokens/token-reader.ts';
import {
  currentImpersonation,
  withImpersonatorSession,
} from '#server/auth/impersonation/sessions.ts';
import { isBanned } from '#server/auth/sessions/session-rules.ts';
import type { Viewer, ViewerToken } from '#server/auth/viewer.ts';
import { lacksReach, withCountedMemberships } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';

export type SessionEnd = 'BANNED_USER' | 'SESSION_EXPIRED' | AccessTokenEnd;

function readUsers(database: Database, viewers: readonly Viewer[]) {
  const ids = (all: (string | undefined)[]) => ({
    in: [...new Set(all.filter((id) => id !== undefined))],
  });
  return database.user.findMany({
    where: { id: ids(viewers.map(({ user }) => user.id)) },
    include: {
      sessions: {
        where: { id: ids(viewers.map(({ session }) => session?.id)) },
        include: withImpersonatorSession,
      },
      accessTokens: { where: { id: ids(viewers.map(({ accessToken }) => accessToken?.id)) } },
    },
  });
}

type Found = Awaited<ReturnType<typeof readUsers>>[number];

function findCurrentSession(found: Found, id: string): Viewer['session'] {
  const session = found.sessions.find((each) => each.id === id);
  if (!session || session.expiresAt <= new Date()) return null;
  return session.impersonatedBy ? currentImpersonation(session, found) : session;
}

function findCurrentToken({ accessTokens }: Found, { id, hash }: ViewerToken): ViewerToken | null {
  const token = accessTokens.find((each) => each.id === id);
  return token ? currentToken(token, hash) : null;
}

/** Returns the current viewers in the given order, or why their session ended. */
export async function rereadSessions(
  database: Database,
  viewers: readonly Viewer[],
): Promise<(Viewer | SessionEnd)[]> {
  const users = await readUsers(database, viewers);
  const byId = new Map(users.map((user) => [user.id, user]));
  return viewers.map(({ session: before, accessToken: used, user: { id } }) => {
    const found = byId.get(id);
    const ended = used ? 'INVALID_TOKEN' : 'SESSION_EXPIRED';
    if (!found) return ended;
    if (isBanned(found)) return 'BANNED_USER';
    const session = before && findCurrentSession(found, before.id);
    const accessToken = used && findCurrentToken(found, used);
    if (!session && !accessToken) return ended;
    const { sessions: _sessions, accessTokens: _tokens, ...user } = found;
    const viewer = withCountedMemberships({ session, accessToken, user });
    if (lacksReach(viewer)) return ended;
    return viewer;
  });
}
