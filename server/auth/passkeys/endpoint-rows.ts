import * as z from 'zod';
import type { Endpoint } from '#server/auth/endpoint.ts';
import { replaceImpersonation } from '#server/auth/impersonation/hooks.ts';
import { recordAddedPasskey } from './passkey-notices.ts';

/** Attestations and signatures of post-quantum keys have a few kilobytes. */
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);
const id = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/);

/** What browsers' `toJSON()` returns (WebAuthn 5.1). Unused members are dropped. */
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

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
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
    after: recordAddedPasskey,
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
];
