/** Sessions that stay in use without new requests, as open event streams do: read again in one go. */
import type { Database } from '#server/database/client.ts';
import type { AuthSession } from './auth.ts';
import { isBanned } from './session-rules.ts';
import { canStillImpersonate, withManagerSession } from './session-store.ts';

/** Why a session is over. */
export type SessionEnd = 'BANNED_USER' | 'SESSION_EXPIRED';

/**
 * The sessions as they are now, in the order given, or why they are over. One statement, however many
 * there are.
 */
export async function rereadSessions(
  database: Database,
  sessions: readonly AuthSession[],
): Promise<(AuthSession | SessionEnd)[]> {
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
    return mayAct ? ({ session: rest, user } as AuthSession) : 'SESSION_EXPIRED';
  });
}
