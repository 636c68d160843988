/**
 * Who sees which page, decided before it is drawn. The order is the README's: service down, nobody,
 * not onboarded, not allowed. The server decides again at every request; this only spares people
 * the sight of doors that will not open.
 */
import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { ApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';
import { hasPermission, loadSession, type Session, type Viewer } from './session.ts';

/** The session of somebody who is signed in. */
export type ViewerSession = Session & { viewer: Viewer };

function here(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** The loader of an area: lets in who is signed in and may, and asks the others for what is missing. */
export function areaGuard(permission: Permission) {
  return async ({ request }: LoaderFunctionArgs): Promise<ViewerSession> => {
    const { setup, viewer } = await loadSession();
    if (!viewer) throw redirect(paths.login(here(request)));
    if (viewer.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError('FORBIDDEN');
    return { setup, viewer };
  };
}

/** The loader of a page inside an area that asks for more than the area does. */
export function pageGuard(permission: Permission) {
  return async () => {
    const { viewer } = await loadSession();
    if (viewer?.user.onboardedAt && !hasPermission(viewer, permission))
      throw new ApiError('FORBIDDEN');
    return null;
  };
}

/** The loader of the way in: who is signed in already is sent on. */
export async function guestGuard({ request }: LoaderFunctionArgs): Promise<Session> {
  const session = await loadSession();
  if (session.viewer) {
    // Who has to type an address first need not wait for the judge of where they may be sent on.
    const { landingPath } = await import('./landing-path.ts');
    throw replace(landingPath(session.viewer, new URL(request.url).searchParams.get('redirect')));
  }
  return session;
}
