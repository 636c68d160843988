import type { GraphQLResolveInfo } from 'graphql';
import type { Services } from '#server/auth/sign-in.ts';
import {
  isImpersonated,
  membershipsOf,
  type Viewer,
  withoutDisabledOrganizations,
} from '#server/auth/viewer.ts';
import type { Changes } from '#server/database/changes.ts';
import { entities } from '#server/entities.ts';
import type { SessionWatch } from '#server/features/live-events/session-watch.ts';
import type { Quota } from '#server/http/headers.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { RequestContext } from '#server/log/request-context.ts';
import type { SenderName } from '#server/mail/mailer.ts';
import type { ProcessState } from '#server/process-state.ts';
import { organizationScopes } from '#shared/access-token-scopes.ts';
import type { Language } from '#shared/languages.ts';
import {
  canInOrganization,
  isSharedPermission,
  type OrganizationPermission,
  type OrganizationRole,
} from '#shared/organization-roles.ts';
import { can, type Permission, permissions } from '#shared/permissions.ts';
import { apiError } from './errors.ts';

export type { Viewer };

/** Services for resolvers, shared by all requests. */
export type ContextServices = Pick<
  Services,
  'database' | 'hmac' | 'mailer' | 'settings' | 'log' | 'findPlace'
> & {
  changes: Changes;
  /** Keeps the viewers of open event streams up to date. */
  sessionWatch: SessionWatch;
  processState: ProcessState;
  /** Replaces Pothos' own `queryFromInfo`. */
  acceleratedQuery?:
    | ((query: {
        context: object;
        info: GraphQLResolveInfo;
        typeName?: string;
        paths?: string[][];
        select?: Record<string, true>;
      }) => object)
    | undefined;
};

export type RequestCost = {
  requested: number;
  /** Points left after this request. */
  points: Quota;
  /** Mutations left this minute, after counting this request's. */
  mutations?: Quota;
  /** Reads the same quota without counting. */
  readMutations(): Promise<Quota>;
};

export type Context = ContextServices & {
  requestContext: RequestContext;
  headers: Headers;
  cost?: RequestCost;
  /** Null if the request is anonymous. */
  viewer: Viewer | null;
  language(): Language;
};

/** What the rights of a viewer are read from. */
type WithViewer = Pick<Context, 'viewer'>;

type ContextOf = Pick<Context, 'viewer' | 'requestContext' | 'headers'> & { url?: string };

export function createContext(
  services: ContextServices,
  { viewer, url, ...request }: ContextOf,
): Context {
  return {
    ...services,
    ...request,
    viewer: withoutDisabledOrganizations(viewer, services.settings),
    language: () => languageOfRequest(request.headers, url ? new URL(url) : undefined),
  };
}

/** ID of the organization that the viewer's access token is limited to, or null. */
export function tokenOrganization({ viewer }: WithViewer): string | null {
  return viewer?.accessToken?.organizationId ?? null;
}

const resourceOf = (permission = '') => permission.split(':')[0];

const readPermissions = new Set(entities.map(({ readPermission }) => readPermission));

/** Resources whose records all belong to organizations. */
const resources = new Set(
  entities
    .filter(
      ({ isOfOrganizations, belongsToOrganization }) => isOfOrganizations || belongsToOrganization,
    )
    .map(({ readPermission }) => resourceOf(readPermission)),
);

export const isOfOrganizations = (permission: Permission) => resources.has(resourceOf(permission));

/** Whether a permission is for what organizations do. Managers still read what there is of them while they are disabled. */
const needsOrganizations = (permission: Permission) =>
  isOfOrganizations(permission) && !readPermissions.has(permission);

/** Installation permissions that a limited token may use. Others come from its role in the organization. */
const withinOrganization = new Set<Permission>(
  organizationScopes('owner').filter((scope) => !isSharedPermission(scope)),
);

/**
 * Whether the viewer has `permission`. Impersonated viewers have at most a plain user's permissions. Access tokens have
 * at most their scopes. Access tokens limited to an organization have only `withinOrganization`.
 */
export function viewerCan({ viewer }: WithViewer, permission: Permission): boolean {
  if (viewer?.withoutOrganizations && needsOrganizations(permission)) return false;
  if (isImpersonated(viewer) && !can('user', permission)) return false;
  if (viewer?.accessToken && !viewer.accessToken.scopes.includes(permission)) return false;
  if (viewer?.accessToken?.organizationId && !withinOrganization.has(permission)) return false;
  return can(viewer?.user.role, permission);
}

export function isViewer({ viewer }: WithViewer, id: string): boolean {
  return viewer?.user.id === id;
}

/** The user's role in an organization. The scopes of an access token don't matter. */
function storedRoleIn(viewer: Viewer, organizationId: string): OrganizationRole | undefined {
  return membershipsOf(viewer.user.memberships).get(organizationId);
}

/**
 * The viewer's role in an organization. Undefined for non-members. Undefined also for access tokens that lack
 * `organization:read` or are limited to another organization.
 */
export function roleIn(
  { viewer }: WithViewer,
  organizationId: string,
): OrganizationRole | undefined {
  if (!viewer || !viewerCan({ viewer }, 'organization:read')) return undefined;
  return storedRoleIn(viewer, organizationId);
}

export function viewerOrganizations({ viewer }: WithViewer): string[] {
  if (!viewer || !viewerCan({ viewer }, 'organization:read')) return [];
  return [...membershipsOf(viewer.user.memberships).keys()];
}

/** Whether the viewer sees only the organizations that they belong to. */
export function hasHiddenOrganizations(context: WithViewer): boolean {
  return !viewerCan(context, 'organization:list');
}

/** The viewer's effective role in an organization. Managers of the installation act as owners. */
export function viewerRoleFor(
  context: WithViewer,
  organizationId: string,
): OrganizationRole | undefined {
  if (!viewerCan(context, 'organization:update')) return undefined;
  return viewerCan(context, 'organization:manage') ? 'owner' : roleIn(context, organizationId);
}

/** Same for shared permissions. Limited access tokens need no `organization:read`. */
function sharedRoleFor(context: WithViewer, organizationId: string): OrganizationRole | undefined {
  if (viewerCan(context, 'organization:manage')) return 'owner';
  if (!context.viewer?.accessToken?.organizationId) return roleIn(context, organizationId);
  return storedRoleIn(context.viewer, organizationId);
}

/** Whether the viewer may do this in an organization, by role or as a manager of the installation. */
export function viewerCanIn(
  context: WithViewer,
  organizationId: string,
  permission: OrganizationPermission,
): boolean {
  if (!isSharedPermission(permission)) {
    return canInOrganization(viewerRoleFor(context, organizationId), permission);
  }
  const token = context.viewer?.accessToken;
  if (token && !token.scopes.includes(permission)) return false;
  return canInOrganization(sharedRoleFor(context, organizationId), permission);
}

/**
 * Whether the viewer is this user. Access tokens can't read their owner's sessions, history and other access tokens.
 */
export function isOwner(context: WithViewer, id: string): boolean {
  return isViewer(context, id) && context.viewer?.accessToken === null;
}

/** Whether the viewer may do this to at least one record. Records of any organization count. */
export function viewerCanSomewhere(context: WithViewer, permission: Permission): boolean {
  if (isSharedPermission(permission)) {
    const only = tokenOrganization(context);
    const among = only === null ? viewerOrganizations(context) : [only];
    if (among.some((id) => viewerCanIn(context, id, permission))) return true;
  }
  return viewerCan(context, permission);
}

/** Whether a permission is hidden because organizations are disabled. */
export const isDisabledPermission = ({ viewer }: WithViewer, permission: Permission): boolean =>
  viewer?.withoutOrganizations === true && isOfOrganizations(permission);

/** All permissions of the viewer. For access tokens, includes permissions held only in an organization. */
export function viewerPermissions(context: WithViewer): Permission[] {
  const isToken = context.viewer?.accessToken != null;
  return permissions.filter(
    (permission) =>
      !isDisabledPermission(context, permission) &&
      (viewerCan(context, permission) ||
        (isToken && isSharedPermission(permission) && viewerCanSomewhere(context, permission))),
  );
}

/**
 * The viewer's name, for emails that they send.
 *
 * @throws FORBIDDEN while impersonating, because the email would name someone else
 */
export function senderName({ viewer }: WithViewer): SenderName {
  if (isImpersonated(viewer)) {
    throw apiError('FORBIDDEN', 'Refused while impersonating: the email would name someone else.');
  }
  return (viewer?.user.name ?? '') as SenderName;
}
