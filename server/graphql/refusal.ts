/** The error of a field whose `authScopes` do not admit the viewer. */
import type { GraphQLError } from 'graphql';
import type { Viewer } from '#server/auth/viewer.ts';
import { can, type Permission } from '#shared/permissions.ts';
import { apiError } from './errors.ts';

/** What scope-auth reports: a scope that was not granted, or several such reports. */
type Ungranted = {
  kind: string;
  scope?: unknown;
  parameter?: unknown;
  failures?: readonly Ungranted[];
};

/** The scopes that were not granted, by name, with their parameters. */
function* failedScopes({
  scope,
  parameter,
  failures = [],
}: Ungranted): Generator<[string, unknown]> {
  if (typeof scope === 'string') yield [scope, parameter];
  for (const failure of failures) yield* failedScopes(failure);
}

/** The error for `viewer`. It names the permission that they lack. */
export function refusalOf(viewer: Viewer | null, failure: Ungranted): GraphQLError {
  if (!viewer) return apiError('UNAUTHENTICATED', 'This field requires signing in.');
  const scopes = new Map(failedScopes(failure));
  if (scopes.has('bySession')) return tokenRefusal();
  const permission = (scopes.get('can') ?? scopes.get('canSomewhere')) as Permission | undefined;
  if (scopes.has('canInOrganization')) {
    return apiError('FORBIDDEN', 'Your role in the organization does not permit this.');
  }
  return permission
    ? missingPermission(viewer, permission)
    : apiError('FORBIDDEN', 'This is refused while impersonating.');
}

/** The error of what no access token may do. */
export const tokenRefusal = () =>
  apiError('ACCESS_TOKEN_REFUSED', 'This cannot be done with an access token. Sign in instead.');

function missingPermission({ token, user }: Viewer, permission: Permission): GraphQLError {
  const isLimited = token?.organizationId && token.scopes.includes(permission);
  const message = isLimited
    ? `The access token is limited to an organization, where it may not use \`${permission}\`.`
    : token && can(user.role, permission)
      ? `The access token lacks the scope \`${permission}\`.`
      : `You lack the permission \`${permission}\`.`;
  return apiError('FORBIDDEN', message, { requiredPermission: permission });
}
