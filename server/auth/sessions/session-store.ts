import type { Where } from '@better-auth/core/db/adapter';
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { isImpersonationAllowed } from '#server/auth/impersonation/sessions.ts';
import type { Database } from '#server/database/client.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { isBanned } from './session-rules.ts';

type Storage = ReturnType<typeof prismaAdapter>;

type StoredSession = {
  userId: string;
  impersonatedBy?: string | null;
  impersonatorSessionId?: string | null;
  user?: { role: string; banned: boolean; banExpires: Date | null } | null;
};

type Check = (session: StoredSession, database: Database) => boolean | Promise<boolean>;

/** A session is usable if all of them pass. */
const checks: readonly Check[] = [({ user }) => !user || !isBanned(user), isImpersonationAllowed];

async function isUsable(database: Database, session: StoredSession): Promise<boolean> {
  for (const check of checks) if (!(await check(session, database))) return false;
  return true;
}

/**
 * Hides sessions of banned users. Also hides impersonation sessions whose manager may no longer impersonate.
 * Every endpoint of better-auth reads sessions through it.
 */
export function onlyUsableSessions(storage: Storage, database: Database): Storage {
  return (options) => {
    const adapter = storage(options);
    return {
      ...adapter,
      async findOne<T>(query: { model: string; where: Where[] }): Promise<T | null> {
        if (query.model !== 'session') return adapter.findOne<T>(query);
        const session = await adapter.findOne<T & StoredSession & { id: string }>(query);
        if (session === null || !(await isUsable(database, session))) return null;
        noteViewer({ user: { id: session.userId }, session, accessToken: null });
        return session;
      },
    };
  };
}

/** By ID, since a proof of identity replaces the token of a session. Returns how many sessions ended. */
export async function endOtherSessions(
  database: Pick<Database, 'session'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  const { count } = await database.session.deleteMany({
    where: { userId, id: { not: sessionId } },
  });
  return count;
}
