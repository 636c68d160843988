import type { Auth } from '#server/auth/auth.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import {
  type AuthRequest,
  clientAddressOf,
  refuseTooMany,
  requireViewer,
} from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { endCurrentSession } from '#server/auth/sessions/active-session.ts';
import type { BrowserCookies } from '#server/auth/sessions/browser-cookies.ts';
import { startReauthentication } from '#server/auth/sessions/open-session.ts';
import type { Database } from '#server/database/client.ts';
import { isCrossSite } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import { mayChangeSignIn } from './passkey-policy.ts';

type PasskeyEndpointDeps = {
  auth: Auth;
  database: Database;
  settings: Settings;
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
  const isUnverified =
    code === 'FAILED_TO_VERIFY_REGISTRATION' ||
    (response.status === 401 && code !== 'UNAUTHENTICATED');
  return isUnverified ? refuse(400, 'FAILED_TO_VERIFY_REGISTRATION') : response;
}

export function createPasskeyEndpoints(deps: PasskeyEndpointDeps) {
  const { auth, database, cookies } = deps;

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

  async function addPasskey(authRequest: AuthRequest): Promise<Response> {
    const denial = await findDenial(authRequest);
    if (denial) return denial;
    const response = await verifiedRegistration(authRequest, await authRequest.forward());
    if (!response.ok) return response;
    const { id, name } = await response.json();
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
    startReauthentication(requireViewer(authRequest), 'passkey');
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
