import type { Auth } from '#server/auth/auth.ts';
import {
  type AuthRequest,
  clientAddressOf,
  refuseTooMany,
  requireViewer,
} from '#server/auth/auth-request.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { policies } from '#server/auth/limits/rules.ts';
import type { BrowserCookies } from '#server/auth/sessions/browser-cookies.ts';
import { startReauthentication } from '#server/auth/sessions/reauthentication.ts';
import { endCurrentSession } from '#server/auth/sessions/session.ts';
import type { Database } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { isCrossSite } from '#server/http/headers.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import { announcePasskey } from './passkey-notices.ts';
import { mayChangeSignIn } from './passkey-policy.ts';

type PasskeyEndpointDeps = {
  auth: Auth;
  database: Database;
  settings: Settings;
  mailer: Mailer;
  hmac: Hmac;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
};

type Handler = (authRequest: AuthRequest) => Promise<Response>;

/** The response with other content, and the same cookies. */
export function withContent(response: Response, content: object): Response {
  const { status, headers } = response;
  const answer = Response.json(content, { status });
  for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** Limits the requests of a network, and refuses requests of other sites. */
export function limited(
  { settings, codeLimits }: Pick<PasskeyEndpointDeps, 'settings' | 'codeLimits'>,
  answer: Handler,
): Handler {
  return async function answerWithinLimit(authRequest) {
    const { request, refuse } = authRequest;
    // The options are requested with GET, but replace the browser's pending challenge.
    if (isCrossSite(request.headers, settings.origins)) return refuse(403, 'INVALID_ORIGIN');
    const wait = await codeLimits.countPasskey(clientAddressOf(authRequest));
    return wait ? refuseTooMany(authRequest, wait, policies.codeEntries) : answer(authRequest);
  };
}

/** The options for a new passkey. The library shows the email address twice. */
export async function namedOptions(response: Response, name: string): Promise<Response> {
  if (!response.ok) return response;
  const options = await response.json();
  if (name) options.user.displayName = name;
  return withContent(response, options);
}

/** Replaces the codes of a registration that the library can't verify. */
export async function verifiedRegistration(
  { refuse }: Pick<AuthRequest, 'refuse'>,
  response: Response,
): Promise<Response> {
  if (response.ok) return response;
  const { code } = await response.clone().json();
  // The library answers 500 to a response that it can't verify, and 401 to a challenge of another user.
  const isUnverified = code === 'FAILED_TO_VERIFY_REGISTRATION' || response.status === 401;
  return isUnverified ? refuse(400, 'FAILED_TO_VERIFY_REGISTRATION') : response;
}

export function createPasskeyEndpoints(deps: PasskeyEndpointDeps) {
  const { auth, database, cookies, mailer, hmac } = deps;

  async function findDenial({ viewer, refuse }: AuthRequest): Promise<Response | undefined> {
    const isAllowed = viewer && (await mayChangeSignIn(deps, viewer.user, viewer.session));
    return isAllowed ? undefined : refuse(403, 'SESSION_NOT_FRESH');
  }

  async function startPasskeyRegistration(authRequest: AuthRequest): Promise<Response> {
    const { id: userId, name } = requireViewer(authRequest).user;
    const denial = await findDenial(authRequest);
    if (denial) return denial;
    if ((await database.passkey.count({ where: { userId } })) >= limits.passkeysPerUser) {
      return authRequest.refuse(400, 'PASSKEY_LIMIT_REACHED');
    }
    return namedOptions(await authRequest.forward(), name);
  }

  /** Removes a passkey whose session ended while it was added. Returns whether it did. */
  async function isSessionGone({ viewer }: AuthRequest, id: string): Promise<boolean> {
    const sessions = { none: { id: viewer?.session.id ?? '' } };
    const { count } = await database.passkey.deleteMany({ where: { id, user: { sessions } } });
    return count > 0;
  }

  /** Removes a passkey beyond the limit, which concurrent requests pass. Returns whether it did. */
  const isOneTooMany = (userId: string, id: string): Promise<boolean> =>
    database.$transaction(async (transaction) => {
      await lockUsers(transaction, [userId]);
      const count = await transaction.passkey.count({ where: { userId } });
      if (count <= limits.passkeysPerUser) return false;
      await transaction.passkey.deleteMany({ where: { id } });
      return true;
    });

  async function addPasskey(authRequest: AuthRequest): Promise<Response> {
    const { user } = requireViewer(authRequest);
    const denial = await findDenial(authRequest);
    if (denial) return denial;
    const response = await verifiedRegistration(authRequest, await authRequest.forward());
    if (!response.ok) return response;
    const { id, name } = await response.json();
    if (await isSessionGone(authRequest, id)) return authRequest.refuse(401, 'UNAUTHENTICATED');
    if (await isOneTooMany(user.id, id)) return authRequest.refuse(400, 'PASSKEY_LIMIT_REACHED');
    await announcePasskey({ database, mailer, hmac }, user.id, name);
    return withContent(response, { id, name });
  }

  /** The options are the same for everyone: the authenticator shows the passkeys it has for this site. */
  async function startPasskeySignIn(authRequest: AuthRequest): Promise<Response> {
    const response = await authRequest.forward();
    if (!response.ok) return response;
    const { allowCredentials: _own, ...options } = await response.json();
    return withContent(response, { ...options, userVerification: 'required' });
  }

  async function verify(authRequest: AuthRequest): Promise<Response> {
    const response = await authRequest.forward(authRequest.body, '/passkey/verify-authentication');
    if (response.status !== 401) return response;
    const { code } = await response.json();
    return authRequest.refuse(400, code);
  }

  async function signInWithPasskey(authRequest: AuthRequest): Promise<Response> {
    const { headers } = authRequest.request;
    const response = await verify(authRequest);
    if (!response.ok) return response;
    await endCurrentSession(auth, headers);
    const { user } = await response.clone().json();
    response.headers.append('set-cookie', cookies.issueDeviceCookie(headers, user.email));
    return response;
  }

  async function reauthenticateWithPasskey(authRequest: AuthRequest): Promise<Response> {
    startReauthentication(authRequest, 'passkey');
    return verify(authRequest);
  }

  return {
    startPasskeyRegistration: limited(deps, startPasskeyRegistration),
    addPasskey: limited(deps, addPasskey),
    startPasskeySignIn: limited(deps, startPasskeySignIn),
    signInWithPasskey: limited(deps, signInWithPasskey),
    reauthenticateWithPasskey: limited(deps, reauthenticateWithPasskey),
  };
}

export type PasskeyEndpoints = ReturnType<typeof createPasskeyEndpoints>;
