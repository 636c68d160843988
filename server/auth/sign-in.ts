/**
 * What a request has found out about the sign-in that it attempts. The library's endpoints don't pass it on to its hooks and
 * storage.
 */
import type { Prisma, SignInMethod } from '#server/generated/prisma/client.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';

export type SignIn = {
  headers?: Headers;
  /** Set if a service didn't answer that the sign-in needs. */
  isUnavailable?: true;
  /** How sessions are opened that the request creates. */
  method?: SignInMethod | undefined;
  /** The browser entering the code. Codes requested by other browsers aren't found. */
  browser?: string;
  /** Index of the accepted secret that the entered code was stored with. */
  codeSecret?: number;
  /** Conditions that the user meets as long as what was proved is theirs. */
  credentials?: Prisma.UserWhereInput;
  identityProviderName?: string;
  /** Name of the passkey that was used or added. */
  passkeyName?: string;
  /** The user for whom a pending sign-in adds a passkey. */
  pendingPasskeyUser?: { id: string; identifier: string; email: string; securedAt: Date | null };
  /** Address that an identity provider asserted. */
  assertedAddress?: string;
  /** The account that the request created. Its first provider is part of signing up. */
  createdUserId?: string;
  /** The session that a proof of identity renews, instead of opening another one. */
  renews?: { id: string; token: string; method: SignInMethod };
  /** What else belongs to opening its session. */
  opened?: () => Promise<void>;
  /** Whom it would have signed in if no passkey were required. */
  stoppedForPasskey?: { userId: string; code: 'PASSKEY_REQUIRED' | 'PASSKEY_SETUP_REQUIRED' };
};

const signIns = new WeakMap<RequestContext, SignIn>();

/** The current request's sign-in, to read and to add to. */
export function currentSignIn(): SignIn {
  const request = currentRequest();
  const known = request && signIns.get(request);
  if (known) return known;
  const signIn: SignIn = {};
  if (request) signIns.set(request, signIn);
  return signIn;
}
