/** What browsers send of a passkey. */
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import * as z from 'zod';

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
export const assertion = z.strictObject({
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
