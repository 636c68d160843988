import { type ReactNode, useCallback } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { ApiError } from '#client/lib/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { ViewerSession } from './guards.ts';
import {
  findLoadedSession,
  forgetSession,
  hasPermission,
  inSessionTransition,
  provideSession,
  refetchSession,
  type Session,
  type Setup,
  type Viewer,
} from './session.ts';

function useRouteSession(): Session | undefined {
  const app = useRouteLoaderData<ViewerSession>('app');
  const manager = useRouteLoaderData<ViewerSession>('manager');
  const login = useRouteLoaderData<Session>('login');
  const secureAccount = useRouteLoaderData<Session>('secure-account');
  return manager ?? app ?? login ?? secureAccount;
}

export function useSetup(): Setup {
  const setup = useRouteSession()?.setup;
  if (!setup) throw new Error('useSetup must be used below a route with a session');
  return setup;
}

export function useViewer(): Viewer {
  const viewer = useRouteSession()?.viewer;
  if (!viewer) throw new Error('useViewer must be used inside an area');
  return viewer;
}

/** Only for hiding controls: the server enforces permissions. */
export function useCan(permission: Permission): boolean {
  return hasPermission(useViewer(), permission);
}

/** Reloads the session and reruns the guards, which redirect if the viewer has changed. */
export function useReloadSession(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    forgetSession();
    return revalidate();
  }, [revalidate]);
}

/**
 * Continues after signing in: the route guard redirects signed-in users.
 *
 * @throws {ApiError} `COOKIES_BLOCKED` if the browser hasn't kept the session
 */
export function useEnter(): () => Promise<void> {
  const reloadSession = useReloadSession();
  return useCallback(async () => {
    await reloadSession();
    if (!findLoadedSession()?.viewer) throw new ApiError('COOKIES_BLOCKED');
  }, [reloadSession]);
}

/** Reloads the session in the background. Returns it, or null if that failed. Ignores that it has ended. */
export function useRefreshSession(): () => Promise<Session | null> {
  const { revalidate } = useRevalidator();
  return useCallback(async () => {
    const before = JSON.stringify(findLoadedSession()?.viewer);
    // Keeps the previous session on failure. This browser may have started ending it in between.
    const fresh = await refetchSession();
    if (!fresh?.viewer || inSessionTransition() || JSON.stringify(fresh.viewer) === before)
      return fresh;
    provideSession(fresh);
    await revalidate();
    return fresh;
  }, [revalidate]);
}

export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
