import { useRouteLoaderData } from 'react-router';
import type { ViewerSession } from './guards.ts';
import type { Session, Setup } from './session.ts';

export function useRouteSession(): Session | undefined {
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
