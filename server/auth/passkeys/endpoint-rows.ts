import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import * as z from 'zod';
import type { Endpoint } from '#server/auth/endpoint.ts';
import { replaceImpersonation } from '#server/auth/impersonation/hooks.ts';
import { limits } from '#shared/limits.ts';

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

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.refine(hasNoCertificate, 'FAILED_TO_VERIFY_REGISTRATION'),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((text) => text ?? undefined),
  }),
});

export const passkeyEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/passkey/generate-register-options',
    audit: [],
    query: z.strictObject({}),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    handler: 'startPasskeyRegistration',
  },
  {
    method: 'POST',
    path: '/passkey/verify-registration',
    audit: ['passkey_added'],
    body: z.strictObject({ response: attestation }),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    handler: 'addPasskey',
    after: replaceImpersonation,
  },
  {
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    audit: [],
    query: z.strictObject({}),
    who: 'anyone',
    handler: 'startPasskeySignIn',
  },
  {
    method: 'POST',
    path: '/passkey/verify-authentication',
    audit: ['signed_in'],
    body: z.strictObject({ response: assertion }),
    who: 'anyone',
    signInMethod: 'passkey',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInWithPasskey',
    after: replaceImpersonation,
  },
  {
    method: 'POST',
    path: '/reauthenticate/passkey',
    audit: [],
    body: z.strictObject({ response: assertion }),
    who: 'viewer',
    refusesImpersonation: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'reauthenticateWithPasskey',
  },
  {
    method: 'GET',
    path: '/passkey/generate-setup-options',
    audit: [],
    query: z.strictObject({}),
    who: 'anyone',
    handler: 'startPasskeySetup',
  },
  {
    method: 'POST',
    path: '/passkey/verify-setup',
    audit: ['signed_in', 'passkey_added'],
    body: z.strictObject({ response: attestation }),
    who: 'anyone',
    signInMethod: 'passkey',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'finishPasskeySetup',
  },
  {
    method: 'POST',
    path: '/sign-in/recovery-code',
    audit: ['signed_in', 'recovery_code_used'],
    body: z.strictObject({ code: z.string().max(limits.recoveryCodeMax) }),
    who: 'anyone',
    signInMethod: 'recovery_code',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInWithRecoveryCode',
  },
];
