import { safeRedirect } from '#client/lib/address/safe-redirect.ts';
import { paths } from '#client/paths.ts';
import { hasPermission, type Viewer } from './session.ts';

/** Where to go after signing in: `wanted` if it is safe, else the viewer's home page. */
export function landingPath(viewer: Viewer, wanted: string | null): string {
  const home = hasPermission(viewer, 'apps:manager') ? 'manager' : 'app';
  return safeRedirect(wanted) ?? (home === 'manager' ? '/manager' : paths.home(home));
}
