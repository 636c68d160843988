import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { ApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import { forgetUnsavedForms } from '#client/ui/form/kept-values.ts';
import type { Permission } from '#shared/permissions.ts';
import { hasPermission, loadSession, type Session, type Viewer } from './session.ts';

export type ViewerSession = Session & { viewer: Viewer };

/** /login, with this page as the redirect. Prefills the address that a link was mailed to. */
function loginFor(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  return paths.login(pathname + search, searchParams.get('email'));
}

/**
 * Creates an area's loader. Redirects anonymous users to /login; the layout asks users without a name for one. The
 * server authorizes each request anyway.
 *
 * @throws {ApiError} `FORBIDDEN` without `permission`
 */
export function areaGuard(permission: Permission) {
  return async ({ request }: LoaderFunctionArgs): Promise<ViewerSession> => {
    const { setup, viewer } = await loadSession();
    if (!viewer) throw redirect(loginFor(request));
    forgetUnsavedForms(viewer.user.id);
    if (viewer.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError('FORBIDDEN');
    return { setup, viewer };
  };
}

/** Everyone who gets here has these permissions, unless organizations are disabled. */
const isOrganizationPage = (permission: Permission) => permission.startsWith('organization:');

/**
 * Creates the loader of a page that requires more than its area.
 *
 * @throws {ApiError} `FORBIDDEN` without `permission`. `NOT_FOUND` if organizations are disabled
 */
export function pageGuard(permission: Permission) {
  return async () => {
    const { viewer } = await loadSession();
    if (viewer?.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError(isOrganizationPage(permission) ? 'NOT_FOUND' : 'FORBIDDEN');
    return null;
  };
}

export async function guestGuard({ request }: LoaderFunctionArgs): Promise<Session> {
  const session = await loadSession();
  if (session.viewer) {
    // Loaded lazily to keep /login small.
    const { landingPath } = await import('./landing-path.ts');
    throw replace(landingPath(session.viewer, new URL(request.url).searchParams.get('redirect')));
  }
  return session;
}

/** Loader of a public page: neither waits for the session nor fails without it. */
export function backgroundSession(): null {
  loadSession().catch(() => {});
  return null;
}
