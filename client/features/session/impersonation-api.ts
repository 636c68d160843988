/** Acting as somebody else, and ceasing to. Apart from the other calls: nobody needs it to sign in. */
import { call } from '#client/features/auth/auth-api.ts';
import { runSessionTransition } from './session-transition.ts';

/** From now on this browser is signed in as that person, for an hour at most. */
export function startImpersonating(userId: string): Promise<unknown> {
  return call('/admin/impersonate-user', { userId });
}

/**
 * Makes this browser the manager's again, then does what follows from that. Nobody may ask who is here
 * before it is done: the answer to a question in the name of the ended session would end the new one.
 */
export function stopImpersonating(andThen: () => Promise<void>): Promise<void> {
  return runSessionTransition(async () => {
    await call('/admin/stop-impersonating', {});
    await andThen();
  });
}
