/** What fields and mutations refuse a viewer, and with which error. */
import type { GraphQLError } from 'graphql';
import { freshMinutes, isFresh, isImpersonated, type Viewer } from '#server/auth/viewer.ts';
import { isScope, organizationScopes } from '#shared/access-token-scopes.ts';
import { isSharedPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Context, isDisabledPermission, viewerCan, viewerCanSomewhere } from './context.ts';
import { apiError, userError } from './errors.ts';

/** Reported by scope-auth: a scope that wasn't granted, or several of these. */
type Ungranted = {
  kind: string;
  scope?: unknown;
  parameter?: unknown;
  failures?: readonly Ungranted[];
};

function* failedScopes({
  scope,
  parameter,
  failures = [],
}: Ungranted): Generator<[string, unknown]> {
  if (typeof scope === 'string') yield [scope, parameter];
  for (const failure of failures) yield* failedScopes(failure);
}

export const signInRequired = () => apiError('UNAUTHENTICATED', 'This field requires signing in.');

/** @throws UNAUTHENTICATED without a viewer, whom `authScopes` of the field require anyway */
export function requireViewer({ viewer }: { viewer: Viewer | null }): Viewer {
  if (!viewer) throw signInRequired();
  return viewer;
}

export function scopeRefusal(viewer: Viewer | null, failure: Ungranted): GraphQLError {
  if (!viewer) return signInRequired();
  const scopes = new Map(failedScopes(failure));
  if (viewer.accessToken && scopes.has('bySession')) return tokenRefusal();
  const permission = (scopes.get('can') ?? scopes.get('canSomewhere')) as Permission | undefined;
  if (scopes.has('canInOrganization')) {
    return missingInOrganization(viewer, String(scopes.get('canInOrganization')));
  }
  if (permission) return missingPermission(viewer, permission);
  if (scopes.has('notImpersonating')) return refusedWhileImpersonating();
  return apiError('FORBIDDEN', 'You may not do this.');
}

const refusedWhileImpersonating = () =>
  apiError('FORBIDDEN', 'This is refused while impersonating.');

export const tokenRefusal = () =>
  apiError('ACCESS_TOKEN_REFUSED', 'This cannot be done with an access token. Sign in instead.');

function canOwner(viewer: Viewer, permission: Permission): boolean {
  const owner = { viewer: { ...viewer, accessToken: null } };
  return isSharedPermission(permission)
    ? viewerCanSomewhere(owner, permission)
    : viewerCan(owner, permission);
}

export const organizationsDisabled = () =>
  apiError('FORBIDDEN', 'Organizations are disabled in this installation.');

const limitedScopes: readonly Permission[] = organizationScopes('owner');

/** Error for a missing permission. Says if it is the access token that lacks it. */
export function missingPermission(viewer: Viewer | null, permission: Permission): GraphQLError {
  if (!viewer) return signInRequired();
  const { accessToken } = viewer;
  if (accessToken && !isScope(permission)) return tokenRefusal();
  if (isDisabledPermission({ viewer }, permission)) return organizationsDisabled();
  const isOutOfReach = accessToken?.organizationId && !limitedScopes.includes(permission);
  const lacksScope =
    accessToken && !accessToken.scopes.includes(permission) && canOwner(viewer, permission);
  const message = isOutOfReach
    ? `The access token is limited to an organization, where it may not use \`${permission}\`.`
    : lacksScope
      ? `The access token lacks the scope \`${permission}\`.`
      : `You lack the permission \`${permission}\`.`;
  return apiError('FORBIDDEN', message, { requiredPermission: permission });
}

/** Error for a role without a permission in an organization. Or for an access token without the scope to use it. */
function missingInOrganization(viewer: Viewer, asked: string): GraphQLError {
  const scope = 'organization:update';
  const [permission = ''] = asked.split(' ');
  const lacksScope = !isSharedPermission(permission) && !viewerCan({ viewer }, scope);
  return lacksScope
    ? missingPermission(viewer, scope)
    : apiError('FORBIDDEN', 'Your role in the organization does not permit this.');
}

/** Actions that an unlocked computer or a stolen cookie must not suffice for: they need a recent proof of identity. */
export type FreshRule<Input = unknown> = {
  byAccessToken?: true;
  /** Required for some input only. `what` completes “… requires a fresh session”. */
  only?: {
    what: string;
    isNeeded(input: Input, context: Context): boolean | Promise<boolean>;
  };
};

/** Access tokens with the scope may do it too, since creating them required a fresh session. */
export const orByAccessToken = <Input>(rule: FreshRule<Input>): FreshRule<Input> => ({
  ...rule,
  byAccessToken: true,
});

export function describeFresh<Input>({ byAccessToken, only }: FreshRule<Input>): string {
  const subject = only ? `${only.what} requires` : 'Requires';
  return [
    `${subject} a proof of identity within the last ${freshMinutes} minutes.`,
    byAccessToken && 'An access token needs none.',
    only && !byAccessToken && 'It is ACCESS_TOKEN_REFUSED with an access token.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** @throws {UserErrors} SESSION_NOT_FRESH if this input needs a proof of identity, and there is none */
export async function enforceFresh<Input>(
  rule: FreshRule<Input>,
  input: Input,
  context: Context,
): Promise<void> {
  if (rule.only && !(await rule.only.isNeeded(input, context))) return;
  if (rule.byAccessToken && context.viewer?.accessToken) return;
  requireFreshSession(context);
}

/** @throws {UserErrors} SESSION_NOT_FRESH if the viewer hasn't proved their identity recently */
export function requireFreshSession({ viewer }: Pick<Context, 'viewer'>): void {
  if (viewer?.accessToken) throw tokenRefusal();
  if (isImpersonated(viewer)) throw refusedWhileImpersonating();
  if (!viewer?.session || !isFresh(viewer.session)) throw userError('SESSION_NOT_FRESH');
}
