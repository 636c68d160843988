import { call } from '#client/features/auth/auth-api.ts';
import { runSessionTransition } from './session.ts';

/** Signs this browser in as the user, for at most an hour. */
export function startImpersonating(userId: string): Promise<unknown> {
  return call('/admin/impersonate-user', { userId });
}

/**
 * Ends the impersonation, then runs `andThen`. Events about the ended session are ignored until that finishes:
 * reloading the session earlier would sign the manager out.
 */
export function stopImpersonating(andThen: () => Promise<void>): Promise<void> {
  return runSessionTransition(async () => {
    await call('/admin/stop-impersonating', {});
    await andThen();
  });
}
