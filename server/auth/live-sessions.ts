/** Rereads the sessions of open event streams, which send no new requests. */
import type { Database } from '#server/database/client.ts';
import { isBanned } from './session-rules.ts';
import { canStillImpersonate, withManagerSession } from './session-store.ts';
import type { Viewer } from './viewer.ts';

/** Why a session ended. */
export type SessionEnd = 'BANNED_USER' | 'SESSION_EXPIRED';

/** The current sessions, in the order given, or why they ended. Runs one statement for all. */
export async function rereadSessions(
  database: Database,
  sessions: readonly Viewer[],
): Promise<(Viewer | SessionEnd)[]> {
  const users = await database.user.findMany({
    where: { id: { in: [...new Set(sessions.map(({ user }) => user.id))] } },
    include: {
      sessions: {
        where: { id: { in: sessions.map(({ session }) => session.id) } },
        include: withManagerSession,
      },
    },
  });
  const byId = new Map(users.map((user) => [user.id, user]));
  return sessions.map(({ session: { id }, user: { id: userId } }) => {
    const found = byId.get(userId);
    if (!found) return 'SESSION_EXPIRED';
    const { sessions: own, ...user } = found;
    if (isBanned(user)) return 'BANNED_USER';
    const session = own.find((each) => each.id === id);
    if (!session || session.expiresAt <= new Date()) return 'SESSION_EXPIRED';
    const { impersonatorSession, ...rest } = session;
    const mayAct =
      !rest.impersonatedBy || canStillImpersonate({ ...rest, user }, impersonatorSession);
    return mayAct ? ({ session: rest, user } as Viewer) : 'SESSION_EXPIRED';
  });
}
