import { useCallback } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import type { Permission } from '#shared/permissions.ts';
import type { ViewerSession } from './guards.ts';
import {
  forgetSession,
  hasPermission,
  refreshSession,
  type Session,
  type Setup,
  type Viewer,
} from './session.ts';

/** The loader data of the current branch of the route table; a branch's route ID is its path. */
function useRouteSession(): Session | undefined {
  const app = useRouteLoaderData<ViewerSession>('app');
  const manager = useRouteLoaderData<ViewerSession>('manager');
  const login = useRouteLoaderData<Session>('login');
  return manager ?? app ?? login;
}

/** The product's public configuration. */
export function useSetup(): Setup {
  const setup = useRouteSession()?.setup;
  if (!setup) throw new Error('useSetup must be used below a route with a session');
  return setup;
}

/** The signed-in user with their permissions. */
export function useViewer(): Viewer {
  const viewer = useRouteSession()?.viewer;
  if (!viewer) throw new Error('useViewer must be used inside an area');
  return viewer;
}

/** Whether the viewer has a permission. Only hides controls: the server enforces permissions. */
export function useCan(permission: Permission): boolean {
  return hasPermission(useViewer(), permission);
}

/** Reloads the session and runs the guards again, which redirect if the viewer has changed. */
export function useReloadSession(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    forgetSession();
    return revalidate();
  }, [revalidate]);
}

/** Reloads the session in the background, for a new name or role of the viewer. */
export function useRefreshSession(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => refreshSession().then(revalidate, () => {}), [revalidate]);
}
