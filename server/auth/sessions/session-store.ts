import type { Where } from '@better-auth/core/db/adapter';
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { isImpersonationAllowed } from '#server/auth/impersonation/sessions.ts';
import { endPendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
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
