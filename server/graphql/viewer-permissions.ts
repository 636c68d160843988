import { isImpersonated } from '#server/auth/viewer.ts';
import type { SenderName } from '#server/mail/mailer.ts';
import { isSharedPermission } from '#shared/organization-roles.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import {
  type Context,
  isOfOrganizations,
  tokenOrganization,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from './context.ts';
import { apiError } from './errors.ts';

/**
 * Whether the viewer is this user. Access tokens can't read their owner's sessions, history and other access tokens.
 */
export function isOwner({ viewer }: Pick<Context, 'viewer'>, id: string): boolean {
  return viewer !== null && viewer.accessToken === null && viewer.user.id === id;
}

/** Whether the viewer may do this to some records: in the installation or in any organization. */
export function viewerCanSomewhere(
  context: Pick<Context, 'viewer'>,
  permission: Permission,
): boolean {
  if (isSharedPermission(permission)) {
    const only = tokenOrganization(context);
    const among = only === null ? viewerOrganizations(context) : [only];
    if (among.some((id) => viewerCanIn(context, id, permission))) return true;
  }
  return viewerCan(context, permission);
}

/** Whether a permission is hidden because organizations are disabled. */
export const isDisabledPermission = (
  { viewer }: Pick<Context, 'viewer'>,
  permission: Permission,
): boolean => viewer?.withoutOrganizations === true && isOfOrganizations(permission);

/** All permissions of the viewer. For access tokens, includes permissions held only in an organization. */
export function viewerPermissions(context: Pick<Context, 'viewer'>): Permission[] {
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
export function senderName({ viewer }: Pick<Context, 'viewer'>): SenderName {
  if (isImpersonated(viewer)) {
    throw apiError('FORBIDDEN', 'Refused while impersonating: the email would name someone else.');
  }
  return (viewer?.user.name ?? '') as SenderName;
}
