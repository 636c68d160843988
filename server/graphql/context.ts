import type { Auth } from '#server/auth/auth.ts';
import type { FormerAdmins } from '#server/auth/former-admins.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { membershipsOf } from '#server/auth/memberships.ts';
import type { SessionWatch } from '#server/auth/session-watch.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Changes } from '#server/database/changes.ts';
import type { Database } from '#server/database/client.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import { languageOfRequest, type Text, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import {
  canInOrganization,
  isSharedPermission,
  type OrganizationPermission,
  type OrganizationRole,
  type SharedPermission,
} from '#shared/organization-roles.ts';
import { can, isOfOrganizations, type Permission, permissionsOf } from '#shared/permissions.ts';
import type { RequestCost } from './point-budget.ts';

export type { Viewer };

/** What resolvers use, the same for every request. */
export type ContextServices = {
  database: Database;
  /** For writes to users and sessions, which run better-auth's hooks. */
  auth: Auth;
  formerAdmins: FormerAdmins;
  /** Keyed with the installation's secret. */
  hmac: Hmac;
  mailer: Mailer;
  changes: Changes;
  /** Keeps the viewers of open event streams up to date. */
  sessionWatch: SessionWatch;
  settings: Settings;
  log: Log;
  translate: Translate;
};

export type Context = ContextServices & {
  requestId: string;
  headers: HeaderReader;
  /** What the request costs; set before it is executed. */
  cost?: RequestCost;
  /** The signed-in user and their session; null if the request is anonymous. */
  viewer: Viewer | null;
  /** The language of the messages in this response. */
  readonly language: Language;
  readonly t: Text;
};

type ContextOf = { viewer: Viewer | null; headers: HeaderReader; url?: URL };

/** The context of a request. Its language is worked out when first used. */
export function createContext(
  services: ContextServices,
  { viewer, headers, url }: ContextOf,
): Context {
  let language: Language | undefined;
  return {
    ...services,
    requestId: currentRequest()?.requestId ?? '',
    headers,
    viewer: allowedViewer(services, viewer),
    get language() {
      language ??= languageOfRequest(headers, url);
      return language;
    },
    get t() {
      return services.translate(this.language);
    },
  };
}

/** The organization that the viewer's access token is limited to; null if there is no such limit. */
export function tokenOrganization({ viewer }: Pick<Context, 'viewer'>): string | null {
  return viewer?.token?.organizationId ?? null;
}

/** The permissions that a token limited to an organization can have. Everything else is its role's there. */
const withinOrganization = new Set<Permission>([
  'repository:read',
  'organization:read',
  'organization:update',
]);

/**
 * Whether the viewer has `permission`. An impersonated viewer has at most those of a plain user, a token at
 * most its scopes, and one that is limited to an organization nothing in the installation.
 */
export function viewerCan({ viewer }: Pick<Context, 'viewer'>, permission: Permission): boolean {
  if (viewer?.session?.impersonatedBy && !can('user', permission)) return false;
  if (viewer?.token && !viewer.token.scopes.includes(permission)) return false;
  if (viewer?.token?.organizationId && !withinOrganization.has(permission)) return false;
  return can(viewer?.user.role, permission);
}

/**
 * Whether the viewer is the user with this ID. Unlike a comparison with `viewer.user.id`, it leaves the
 * answers of event streams shared among all other viewers.
 */
export function isViewer({ viewer }: Pick<Context, 'viewer'>, id: string): boolean {
  if (!viewer) return false;
  return viewer.isUser ? viewer.isUser(id) : viewer.user.id === id;
}

/** Whether the viewer is signed in with this email address. */
export function isViewerEmail({ viewer }: Pick<Context, 'viewer'>, email: string): boolean {
  return viewer?.session != null && viewer.user.email === email;
}

/**
 * Whether the viewer is the user with this ID, signed in. A token does not read all that its owner may:
 * their sessions, their history and their other tokens.
 */
export function isOwner({ viewer }: Pick<Context, 'viewer'>, id: string): boolean {
  return viewer !== null && viewer.token === null && viewer.user.id === id;
}

/** The role that a user has in an organization, whatever their token may use. */
function storedRoleIn(viewer: Viewer, organizationId: string): OrganizationRole | undefined {
  if (viewer.roleIn) return viewer.roleIn(organizationId);
  return membershipsOf(viewer.user.memberships).get(organizationId);
}

/**
 * The viewer's role in an organization. Undefined if they do not belong to it, or if their token lacks
 * `organization:read` or is limited to another.
 */
export function roleIn(
  { viewer }: Pick<Context, 'viewer'>,
  organizationId: string,
): OrganizationRole | undefined {
  if (!viewer || !viewerCan({ viewer }, 'organization:read')) return undefined;
  return storedRoleIn(viewer, organizationId);
}

/** The organizations that the viewer belongs to, for conditions of lists. */
export function viewerOrganizations({ viewer }: Pick<Context, 'viewer'>): string[] {
  if (!viewer || !viewerCan({ viewer }, 'organization:read')) return [];
  return [...membershipsOf(viewer.user.memberships).keys()];
}

/** Whether the viewer may see an organization. */
export function canSeeOrganization(context: Pick<Context, 'viewer'>, id: string): boolean {
  return roleIn(context, id) !== undefined || viewerCan(context, 'organization:list');
}

/** Whether the viewer may see what belongs to an organization, or with null to the whole installation. */
export function canSeeWithin(
  context: Pick<Context, 'viewer'>,
  organizationId: string | null,
): boolean {
  const only = tokenOrganization(context);
  if (only !== null) return organizationId === only;
  return organizationId === null || canSeeOrganization(context, organizationId);
}

/** The role that the viewer acts with in an organization: managers of the installation act as owners. */
export function viewerRoleFor(
  context: Pick<Context, 'viewer'>,
  organizationId: string,
): OrganizationRole | undefined {
  if (viewerCan(context, 'organization:manage')) return 'owner';
  return viewerCan(context, 'organization:update') ? roleIn(context, organizationId) : undefined;
}

/** Whether the viewer may do this in an organization: by their role there, or as a manager of the installation. */
export function viewerCanIn(
  context: Pick<Context, 'viewer'>,
  organizationId: string,
  permission: OrganizationPermission,
): boolean {
  const { viewer } = context;
  if (!viewer?.token?.organizationId || !isSharedPermission(permission)) {
    return canInOrganization(viewerRoleFor(context, organizationId), permission);
  }
  // A token that is limited to the organization has scopes for what it does to repositories there.
  const mayUse = viewer.token.scopes.includes(permission);
  return mayUse && canInOrganization(storedRoleIn(viewer, organizationId), permission);
}

/** Whether the viewer may do this in the whole installation, or in some organization. */
export function viewerCanSomewhere(
  context: Pick<Context, 'viewer'>,
  permission: SharedPermission,
): boolean {
  if (viewerCan(context, permission)) return true;
  const only = tokenOrganization(context);
  const among = only === null ? viewerOrganizations(context) : [only];
  return among.some((id) => viewerCanIn(context, id, permission));
}

/** The permissions that the API shows: those about organizations only where there are any. */
export function shownPermissions(
  { settings }: Pick<Context, 'settings'>,
  permissions: Permission[],
): Permission[] {
  return settings.organizations
    ? permissions
    : permissions.filter((permission) => !isOfOrganizations(permission));
}

/** Every permission of the viewer. */
export function viewerPermissions(context: Pick<Context, 'viewer' | 'settings'>): Permission[] {
  const all = permissionsOf(context.viewer?.user.role).filter((permission) =>
    viewerCan(context, permission),
  );
  return shownPermissions(context, all);
}

/** The viewer as the settings have them: without organizations, nobody belongs to one, and its tokens are nobody's. */
export function allowedViewer(
  { settings }: Pick<Context, 'settings'>,
  viewer: Viewer | null,
): Viewer | null {
  if (settings.organizations || viewer === null) return viewer;
  if (viewer.token?.organizationId) return null;
  if (!viewer.user.memberships) return viewer;
  return { ...viewer, user: { ...viewer.user, memberships: '' } };
}
