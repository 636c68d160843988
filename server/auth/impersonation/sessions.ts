/** Impersonation sessions are bound to the manager's own session and end with it. */
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { isBanned } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { can } from '#shared/permissions.ts';

export const impersonationSeconds = 60 * 60;

const requestSession = () => tryGetCurrentAuthEndpointContext()?.context.session?.session;

/** What a new session stores if it is an impersonation. */
export function impersonatorSessionOf({ impersonatedBy }: { impersonatedBy?: unknown }) {
  if (!impersonatedBy) return {};
  const own = requestSession();
  if (!own) throw new Error('An impersonation session needs the session of a manager.');
  return { impersonatorSessionId: own.id };
}

/** Keeps the expiry of an impersonation session, which the library would extend. */
export async function keepImpersonationExpiry() {
  const session = requestSession();
  return { data: session?.impersonatedBy ? { expiresAt: session.expiresAt } : {} };
}

export async function auditImpersonation(
  database: Pick<Database, 'auditEvent'>,
  { userId, impersonatedBy }: { userId: string; impersonatedBy?: unknown },
): Promise<void> {
  if (!impersonatedBy) return;
  const actorId = String(impersonatedBy);
  await recordEvent(database, { userId, kind: 'impersonated', actorId });
}

type ImpersonationSession = {
  impersonatedBy?: string | null;
  impersonatorSessionId?: string | null;
  user?: { role: string } | null;
};

const ownSession = {
  userId: true,
  expiresAt: true,
  passkeyName: true,
  user: { select: { role: true, banned: true, banExpires: true } },
} as const;

export const withImpersonatorSession = { impersonatorSession: { select: ownSession } } as const;

type OwnSession = {
  userId: string;
  expiresAt: Date;
  user: { role: string; banned: boolean; banExpires: Date | null };
};

/** Whether the manager, whose own session is given, may still impersonate the user. */
function canStillImpersonate(session: ImpersonationSession, own: OwnSession | null) {
  if (can(session.user?.role, 'user:impersonate')) return false;
  return (
    own !== null &&
    own.userId === session.impersonatedBy &&
    own.expiresAt > new Date() &&
    !isBanned(own.user) &&
    can(own.user.role, 'user:impersonate')
  );
}

/** Whether a session isn't an impersonation, or its manager may still impersonate. */
export async function isImpersonationAllowed(
  session: ImpersonationSession,
  database: Database,
): Promise<boolean> {
  if (!session.impersonatedBy) return true;
  const own = await database.session.findUnique({
    where: { id: session.impersonatorSessionId ?? '' },
    select: ownSession,
  });
  return canStillImpersonate(session, own);
}

/** The impersonation session with the earlier expiry of the two sessions. Null if it has ended. */
export function currentImpersonation<T extends { expiresAt: Date; impersonatedBy: string | null }>(
  session: T & { impersonatorSession: OwnSession | null },
  user: { role: string },
): T | null {
  const { impersonatorSession: own } = session;
  if (!own || !canStillImpersonate({ ...session, user }, own)) return null;
  return own.expiresAt < session.expiresAt ? { ...session, expiresAt: own.expiresAt } : session;
}
