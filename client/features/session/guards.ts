import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { ApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';
import { hasPermission, loadSession, type Session, type Viewer } from './session.ts';

/** The session of a signed-in user. */
export type ViewerSession = Session & { viewer: Viewer };

/** /login, which leads back here. The address that a link was mailed to is already in its field. */
function loginFor(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  return paths.login(pathname + search, searchParams.get('email'));
}

/**
 * Creates the loader of an area. It redirects anonymous people to /login; the layout asks people
 * without a name for one first. The server authorises each request anyway.
 *
 * @throws {ApiError} `FORBIDDEN` without `permission`
 */
export function areaGuard(permission: Permission) {
  return async ({ request }: LoaderFunctionArgs): Promise<ViewerSession> => {
    const { setup, viewer } = await loadSession();
    if (!viewer) throw redirect(loginFor(request));
    if (viewer.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError('FORBIDDEN');
    return { setup, viewer };
  };
}

/** Everyone who reaches these pages has the permission, unless organizations are switched off. */
const isOff = (permission: Permission) => permission.startsWith('organization:');

/**
 * Creates the loader of a page that needs more than its area does.
 *
 * @throws {ApiError} `FORBIDDEN` without `permission`, `NOT_FOUND` for a page that is switched off
 */
export function pageGuard(permission: Permission) {
  return async () => {
    const { viewer } = await loadSession();
    if (viewer?.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError(isOff(permission) ? 'NOT_FOUND' : 'FORBIDDEN');
    return null;
  };
}

/** The loader of /login. It redirects people who are signed in. */
export async function guestGuard({ request }: LoaderFunctionArgs): Promise<Session> {
  const session = await loadSession();
  if (session.viewer) {
    // Loaded only here, to keep /login small.
    const { landingPath } = await import('./landing-path.ts');
    throw replace(landingPath(session.viewer, new URL(request.url).searchParams.get('redirect')));
  }
  return session;
}

/** Loader of a page for everyone: it does not wait for the session, nor fail without it. */
export function backgroundSession(): null {
  loadSession().catch(() => {});
  return null;
}
