import type { Where } from '@better-auth/core/db/adapter';
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import type { Database } from '#server/database/client.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { can } from '#shared/permissions.ts';
import { isBanned } from './session-rules.ts';

type Storage = ReturnType<typeof prismaAdapter>;

type StoredSession = {
  userId: string;
  impersonatedBy?: string | null;
  impersonatorSessionId?: string | null;
  user?: { role: string; banned: boolean; banExpires: Date | null } | null;
};

const managerSession = {
  userId: true,
  expiresAt: true,
  user: { select: { role: true, banned: true, banExpires: true } },
} as const;

export const withManagerSession = { impersonatorSession: { select: managerSession } } as const;

type ManagerSession = {
  userId: string;
  expiresAt: Date;
  user: { role: string; banned: boolean; banExpires: Date | null };
};

export function canStillImpersonate(session: StoredSession, own: ManagerSession | null): boolean {
  if (can(session.user?.role, 'user:impersonate')) return false;
  return (
    own !== null &&
    own.userId === session.impersonatedBy &&
    own.expiresAt > new Date() &&
    !isBanned(own.user) &&
    can(own.user.role, 'user:impersonate')
  );
}

async function isUsable(database: Database, session: StoredSession): Promise<boolean> {
  if (session.user && isBanned(session.user)) return false;
  if (!session.impersonatedBy) return true;
  const own = await database.session.findUnique({
    where: { id: session.impersonatorSessionId ?? '' },
    select: managerSession,
  });
  return canStillImpersonate(session, own);
}

/**
 * Hides sessions of banned users, and impersonation sessions whose manager may no longer impersonate.
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

export async function otherSessionTokens(
  database: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string[]> {
  const where = { userId, id: { not: sessionId } };
  const others = await database.session.findMany({ where, select: { token: true } });
  return others.map(({ token }) => token);
}
