import { isSharedPermission, type SharedPermission } from '#shared/organization-roles.ts';
import { isOfOrganizations, type Permission, permissions } from '#shared/permissions.ts';
import {
  type Context,
  tokenOrganization,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from './context.ts';

/** False for access tokens. */
export function isViewerEmail({ viewer }: Pick<Context, 'viewer'>, email: string): boolean {
  return viewer?.session != null && viewer.user.email === email;
}

/**
 * Whether the viewer is this user. Access tokens can't read their owner's sessions, history and other access tokens.
 */
export function isOwner({ viewer }: Pick<Context, 'viewer'>, id: string): boolean {
  return viewer !== null && viewer.accessToken === null && viewer.user.id === id;
}

/** Whether the viewer may do this in the installation or in any organization. */
export function viewerCanSomewhere(
  context: Pick<Context, 'viewer'>,
  permission: SharedPermission,
): boolean {
  if (viewerCan(context, permission)) return true;
  const only = tokenOrganization(context);
  const among = only === null ? viewerOrganizations(context) : [only];
  return among.some((id) => viewerCanIn(context, id, permission));
}

/** Hides organization permissions when organizations are disabled. */
export function shownPermissions<Shown extends Permission>(
  { settings }: Pick<Context, 'settings'>,
  shown: Shown[],
): Shown[] {
  return settings.organizations ? shown : shown.filter((each) => !isOfOrganizations(each));
}

/** All permissions of the viewer. For access tokens, includes permissions held only in an organization. */
export function viewerPermissions(context: Pick<Context, 'viewer' | 'settings'>): Permission[] {
  const isToken = context.viewer?.accessToken != null;
  const all = permissions.filter(
    (permission) =>
      viewerCan(context, permission) ||
      (isToken && isSharedPermission(permission) && viewerCanSomewhere(context, permission)),
  );
  return shownPermissions(context, all);
}
