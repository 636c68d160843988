import type { Endpoint } from '#server/auth/endpoint.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';

type Content = { code?: string; user?: { id?: string } } | null;

const newSession = /session_token=[^;]/;

export async function logEndpointEvent(
  log: Log,
  { event, failureEvent }: Endpoint,
  response: Response,
): Promise<void> {
  const { status } = response;
  const content: Content = await response
    .clone()
    .json()
    .catch(() => null);
  const userId = content?.user?.id;
  if (status >= 400) {
    const code = content?.code;
    const isFailure = status === 400 && code !== 'BAD_REQUEST';
    const refused = (isFailure && failureEvent) || eventOfError(status, code);
    if (refused) securityEvent(log, refused, code);
    return;
  }
  if (event === 'authn_login_success') {
    const request = currentRequest();
    // Attribute the event to the user who signed in, not to the previous one.
    if (request && userId) request.viewerId = userId;
    const isSignedIn = response.headers.getSetCookie().some((cookie) => newSession.test(cookie));
    securityEvent(log, isSignedIn ? event : 'authn_login_fail');
    return;
  }
  if (event === 'authn_impersonate_success') {
    securityEvent(log, event, undefined, { targetId: userId });
    return;
  }
  if (event) securityEvent(log, event);
}
