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
function useLoadedSession(): Session | undefined {
  const app = useRouteLoaderData<ViewerSession>('app');
  const manager = useRouteLoaderData<ViewerSession>('manager');
  const login = useRouteLoaderData<Session>('login');
  return manager ?? app ?? login;
}

/** The product's public configuration. */
export function useSetup(): Setup {
  const setup = useLoadedSession()?.setup;
  if (!setup) throw new Error('useSetup is for pages behind a guard');
  return setup;
}

/** The signed-in person. */
export function useViewer(): Viewer {
  const viewer = useLoadedSession()?.viewer;
  if (!viewer) throw new Error('useViewer is for pages of an area');
  return viewer;
}

/** Whether the viewer may. It hides what would be refused; the server does the refusing. */
export function useCan(permission: Permission): boolean {
  return hasPermission(useViewer(), permission);
}

/** Asks the server again who is here, and lets the guards decide anew where that person belongs. */
export function useReloadSession(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    forgetSession();
    return revalidate();
  }, [revalidate]);
}

/** Shows what has changed about the viewer: their name, and what their role lets them see. */
export function useRefreshSession(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => refreshSession().then(revalidate, () => {}), [revalidate]);
}
