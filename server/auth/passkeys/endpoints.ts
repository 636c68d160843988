import * as z from 'zod';
import { type Call, type Endpoint, endpoint, type ViewerCall } from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { startReauthentication } from '#server/auth/sessions/open-session.ts';
import { isCrossSite } from '#server/http/headers.ts';
import { limits } from '#shared/limits.ts';
import { assertion, registration } from './credentials.ts';
import { mayChangeSignIn } from './passkey-policy.ts';

/** The response with other content, and the same cookies. */
export function withContent(response: Response, content: object): Response {
  const { status, headers } = response;
  const answer = Response.json(content, { status });
  for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** Counts a request of a network, and refuses requests of other sites. */
export async function findPasskeyRefusal(call: Call): Promise<Response | undefined> {
  // The options are requested with GET, but replace the browser's pending challenge.
  if (isCrossSite(call.headers, call.settings.origins)) return call.refuse(403, 'INVALID_ORIGIN');
  const wait = await call.codeLimits.countPasskey(call.client);
  return wait ? call.refuseTooMany(wait, policies.codeEntries) : undefined;
}

/** Refuses a session that may not change how its user signs in. */
async function findRegistrationRefusal(call: ViewerCall): Promise<Response | undefined> {
  const refusal = await findPasskeyRefusal(call);
  if (refusal) return refusal;
  const { user, session } = call.viewer;
  const isAllowed = await mayChangeSignIn(call, user, session);
  return isAllowed ? undefined : call.refuse(403, 'SESSION_NOT_FRESH');
}

/** The options for a new passkey. The library shows the email address twice. */
export async function namedOptions(response: Response, name: string): Promise<Response> {
  if (!response.ok) return response;
  const options = await response.json();
  if (name) options.user.displayName = name;
  return withContent(response, options);
}

/** Replaces the codes of a registration that the library can't verify. */
export async function verifiedRegistration(call: Call, response: Response): Promise<Response> {
  if (response.ok) return response;
  const { code } = await response.clone().json();
  // The library answers 500 to a response that it can't verify, and 401 to a challenge of another user.
  const isUnverified =
    code === 'FAILED_TO_VERIFY_REGISTRATION' ||
    (response.status === 401 && code !== 'UNAUTHENTICATED');
  return isUnverified ? call.refuse(400, 'FAILED_TO_VERIFY_REGISTRATION') : response;
}

async function verify(call: Call): Promise<Response> {
  const response = await call.forward(call.body, '/passkey/verify-authentication');
  if (response.status !== 401) return response;
  const { code } = await response.json();
  return call.refuse(400, code);
}

export const passkeyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/passkey/generate-register-options',
    audit: [],
    query: z.strictObject({}),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    async handle(call) {
      const refusal = await findRegistrationRefusal(call);
      if (refusal) return refusal;
      const { id: userId, name } = call.viewer.user;
      const count = await call.database.passkey.count({ where: { userId } });
      if (count >= limits.passkeysPerUser) return call.refuse(400, 'PASSKEY_LIMIT_REACHED');
      return namedOptions(await call.forward(), name);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/passkey/verify-registration',
    audit: ['passkey_added'],
    body: registration,
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const refusal = await findRegistrationRefusal(call);
      if (refusal) return refusal;
      const response = await verifiedRegistration(call, await call.forward());
      if (!response.ok) return response;
      const { id, name } = await response.json();
      return withContent(response, { id, name });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    audit: [],
    query: z.strictObject({}),
    who: 'anyone',
    /** The options are the same for everyone: the authenticator shows the passkeys it has for this site. */
    async handle(call) {
      const response = (await findPasskeyRefusal(call)) ?? (await call.forward());
      if (!response.ok) return response;
      const { allowCredentials: _own, ...options } = await response.json();
      return withContent(response, { ...options, userVerification: 'required' });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/passkey/verify-authentication',
    audit: ['signed_in'],
    body: assertion,
    who: 'anyone',
    signInMethod: 'passkey',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const response = (await findPasskeyRefusal(call)) ?? (await verify(call));
      if (!response.ok) return response;
      const { user } = await response.clone().json();
      return call.cookies.remember(response, call.headers, user.email);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/reauthenticate/passkey',
    audit: [],
    body: assertion,
    who: 'viewer',
    refusesImpersonation: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const refusal = await findPasskeyRefusal(call);
      if (refusal) return refusal;
      startReauthentication(call.viewer, 'passkey');
      return verify(call);
    },
  }),
];
