import type { SignInMethod } from '#server/generated/prisma/client.ts';
import type { RequestOrigin } from './request-origin.ts';

/** The page where the recipient of a security notice ends all sessions. */
export const secureAccountPath = '/secure-account';

export type AboutPasskey = { kind: 'added' | 'removed'; name: string; securePath: string };

/** Without `securePath` if a manager changed it, which the link can't undo. */
export type AboutEmailChange = { email: string; securePath?: string };

export type RecoveryCodesEvent = { kind: 'created' } | { kind: 'used'; left: number };

export type AboutRecoveryCodes = RecoveryCodesEvent & { securePath: string };

/** How the owner of an account signs in. A recovery code has a notice of its own. */
export const ownSignInMethods = [
  'email_code',
  'passkey',
  'identity_provider',
] as const satisfies readonly SignInMethod[];

export type AboutNewDevice = {
  method: (typeof ownSignInMethods)[number];
  /** Of the passkey or the identity provider. */
  name?: string | undefined;
  origin: RequestOrigin;
  ipAddress: string | null;
  place: string | null;
  securePath: string;
};
