import { hasPasskeyRequirement } from '#server/auth/memberships.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';

type Deps = { database: Pick<Database, 'session'>; settings: Pick<Settings, 'organizations'> };

/**
 * Whether a session may change its user's passkeys. With a passkey, members of an organization that requires one need a
 * session opened with a passkey or recovery code: a phished code would otherwise add its own.
 */
export async function mayChangePasskeys(
  { database, settings }: Deps,
  sessionId: string,
): Promise<boolean> {
  if (!settings.organizations) return true;
  const session = await database.session.findUnique({
    where: { id: sessionId },
    select: {
      passkeyName: true,
      signInMethod: true,
      user: { select: { memberships: true, _count: { select: { passkeys: true } } } },
    },
  });
  if (!session) return false;
  const { passkeyName, signInMethod, user } = session;
  const isTrusted = passkeyName !== null || signInMethod === 'recovery_code';
  return isTrusted || user._count.passkeys === 0 || !hasPasskeyRequirement(user.memberships);
}
