/** Impersonation sessions are bound to the manager's own session and end with it. */
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { can, roleNames } from '#shared/permissions.ts';

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

const impersonators = roleNames.filter((role) => can(role, 'user:impersonate'));
const mayImpersonate = (user: string) =>
  `string_to_array(${user}."role", ',') && ARRAY['${impersonators.join("', '")}']`;

/**
 * SQL that joins the own session `o` of the manager `m` to an impersonation session `s` of the user `u`, as long as the
 * manager may impersonate the user.
 */
export const impersonatorJoin = `
  LEFT JOIN ("session" o JOIN "user" m ON m."id" = o."userId")
    ON o."id" = s."impersonatorSessionId" AND o."userId" = s."impersonatedBy"
    AND NOT (m."banned" AND coalesce(m."banExpires" > now(), true))
    AND ${mayImpersonate('m')} AND NOT ${mayImpersonate('u')}`;

/** An impersonation ends with the manager's own session. */
export const impersonatorExpiry = ', o."expiresAt"';

export const isAllowedImpersonation = 'AND (s."impersonatedBy" IS NULL OR o."id" IS NOT NULL)';
