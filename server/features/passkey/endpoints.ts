import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
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
import { libraryError, refusal } from '#server/auth/refusal.ts';
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
export async function countPasskeyRequest(call: Call): Promise<void> {
  // The options are requested with GET, but replace the browser's pending challenge.
  if (isCrossSite(call.headers, call.settings.origins)) throw refusal(403, 'INVALID_ORIGIN');
  await call.codeLimits.countOfNetwork('passkey', call.client);
}

async function requireTrustedSession(call: ViewerCall): Promise<void> {
  await countPasskeyRequest(call);
  const { user, session } = call.viewer;
  if (!(await mayChangeSignIn(call, user, session))) throw refusal(403, 'SESSION_NOT_FRESH');
}

/** The options for a new passkey of a user with a name. The library shows the email address twice. */
export async function registrationOptions({ library }: Call, name: string, headers?: Headers) {
  const options = await library(
    (api, sent) => api.generatePasskeyRegistrationOptions({ ...sent, query: {} }),
    headers,
  );
  return { ...options, user: { ...options.user, ...(name && { displayName: name }) } };
}

type Registration = z.infer<typeof registration> & { createSession?: true };

/** Adds a passkey. */
export async function addPasskey({ library }: Call, body: Registration, headers?: Headers) {
  try {
    return await library((api, sent) => api.verifyPasskeyRegistration({ ...sent, body }), headers);
  } catch (error) {
    // The library answers 500 to a response that it can't verify, and 401 to a challenge of another user.
    const { status, code } = libraryError(error);
    const isUnverified =
      code === 'FAILED_TO_VERIFY_REGISTRATION' || (status === 401 && code !== 'UNAUTHENTICATED');
    throw isUnverified ? refusal(400, 'FAILED_TO_VERIFY_REGISTRATION') : error;
  }
}

async function signInWithPasskey(call: Call, input: z.infer<typeof assertion>) {
  await countPasskeyRequest(call);
  const body = input as { response: AuthenticationResponseJSON };
  try {
    return await call.library((api, sent) => api.verifyPasskeyAuthentication({ ...sent, body }));
  } catch (error) {
    const { status, code = '' } = libraryError(error);
    throw status === 401 ? refusal(400, code) : error;
  }
}

export const passkeyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/passkey/generate-register-options',
    audit: [],
    input: z.strictObject({}),
    ...ownAccount,
    async handle(call) {
      await requireTrustedSession(call);
      const { id: userId, name } = call.viewer.user;
      const count = await call.database.passkey.count({ where: { userId } });
      if (count >= limits.passkeysPerUser) throw refusal(400, 'PASSKEY_LIMIT_REACHED');
      return registrationOptions(call, name);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/passkey/verify-registration',
    audit: ['passkey_added'],
    input: registration,
    ...ownAccount,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      await requireTrustedSession(call);
      const { id, name } = await addPasskey(call, call.input);
      return { id, name };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    audit: [],
    input: z.strictObject({}),
    who: 'anyone',
    /** The options are the same for everyone: the authenticator shows the passkeys it has for this site. */
    async handle(call) {
      await countPasskeyRequest(call);
      const { allowCredentials: _own, ...options } = await call.library((api, sent) =>
        api.generatePasskeyAuthenticationOptions(sent),
      );
      return { ...options, userVerification: 'required' };
    },
  }),
  endpoint({
    ...signingIn,
    path: '/passkey/verify-authentication',
    audit: ['signed_in'],
    input: assertion,
    signInMethod: 'passkey',
    handle: (call) => signInWithPasskey(call, call.input),
  }),
  endpoint({
    ...reauthenticating,
    path: '/reauthenticate/passkey',
    audit: [],
    input: assertion,
    renews: 'passkey',
    handle: (call) => signInWithPasskey(call, call.input),
  }),
];
