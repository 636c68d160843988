import { safeRedirect } from '#client/lib/safe-redirect.ts';
import { paths } from '#client/paths.ts';
import { hasPermission, type Viewer } from './session.ts';

/** The page where somebody belongs after signing in. */
export function landingPath(viewer: Viewer, wanted: string | null): string {
  const home = hasPermission(viewer, 'apps:manager') ? 'manager' : 'app';
  return safeRedirect(wanted) ?? (home === 'manager' ? '/manager' : paths.home(home));
}
