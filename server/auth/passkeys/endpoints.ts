import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import * as z from 'zod';
import {
  type Call,
  type Endpoint,
  endpoint,
  ownAccount,
  reauthenticating,
  signingIn,
  type ViewerCall,
} from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { startReauthentication } from '#server/auth/sessions/open-session.ts';
import { isCrossSite } from '#server/http/headers.ts';
import { limits } from '#shared/limits.ts';
import { mayChangeSignIn } from './passkey-policy.ts';

/** Attestations and signatures of post-quantum keys have a few kilobytes. */
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);
const id = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/);

/** What browsers' `toJSON()` returns (WebAuthn 5.1). Unused ones are dropped. */
const credential = {
  id,
  rawId: id,
  type: z.literal('public-key'),
  authenticatorAttachment: z
    .string()
    .max(30)
    .nullish()
    .transform((text) => text ?? undefined),
  clientExtensionResults: z.object({}).default({}),
};

/**
 * Whether a registration has no certificate, as is always so in browsers, since no attestation is requested (WebAuthn 8.7).
 * The library would download the revocation list that a certificate names, before it verifies anything.
 */
function hasNoCertificate(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'));
  } catch {
    return false;
  }
}

/** The body of a registration. */
export const registration = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url.refine(hasNoCertificate, 'FAILED_TO_VERIFY_REGISTRATION'),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  }),
});

/** The body of a sign-in. */
const assertion = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish().transform((text) => text ?? undefined),
    }),
  }),
});

/** Counts a request of a network, and refuses requests of other sites. */
export async function findPasskeyRefusal(call: Call): Promise<Response | undefined> {
  // The options are requested with GET, but replace the browser's pending challenge.
  if (isCrossSite(call.headers, call.settings.origins)) return call.refuse(403, 'INVALID_ORIGIN');
  const wait = await call.codeLimits.countOfNetwork('passkey', call.client);
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
  return Response.json(options, response);
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
    ...ownAccount,
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
    ...ownAccount,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const refusal = await findRegistrationRefusal(call);
      if (refusal) return refusal;
      const response = await verifiedRegistration(call, await call.forward());
      if (!response.ok) return response;
      const { id, name } = await response.json();
      return Response.json({ id, name }, response);
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
      return Response.json({ ...options, userVerification: 'required' }, response);
    },
  }),
  endpoint({
    ...signingIn,
    path: '/passkey/verify-authentication',
    audit: ['signed_in'],
    body: assertion,
    signInMethod: 'passkey',
    async handle(call) {
      const response = (await findPasskeyRefusal(call)) ?? (await verify(call));
      if (!response.ok) return response;
      const { user } = await response.clone().json();
      return call.cookies.remember(response, call.headers, user.email);
    },
  }),
  endpoint({
    ...reauthenticating,
    path: '/reauthenticate/passkey',
    audit: [],
    body: assertion,
    async handle(call) {
      const refusal = await findPasskeyRefusal(call);
      if (refusal) return refusal;
      startReauthentication(call.viewer, 'passkey');
      return verify(call);
    },
  }),
];
