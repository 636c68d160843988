import type { Database } from '#server/database/client.ts';
import type { Prisma, SignInMethod } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Templates } from '#server/mail/templates.ts';
import type { FindPlace } from '#server/network/places.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import type { Hmac, Secrets } from './hmac.ts';
import type { Limits } from './limits/limit.ts';

/** What sign-in needs of the rest of the server. */
export type Services = {
  database: Database;
  settings: Settings;
  secrets: Secrets;
  hmac: Hmac;
  log: Log;
  templates: Templates;
  mailer: Mailer;
  outbox: Outbox;
  onMail(): void;
  limits: Limits;
  findPlace: FindPlace;
  outbound: Outbound;
};

/**
 * What a request has found out about the sign-in that it attempts. The library's endpoints don't pass it on to its hooks and
 * storage.
 */
export type SignIn = {
  /** Set if a service didn't answer that the sign-in needs. */
  isUnavailable?: true;
  /** How sessions are opened that the request creates. */
  method?: SignInMethod | undefined;
  /** Conditions that the user meets as long as what was proved is theirs. */
  credentials?: Prisma.UserWhereInput;
  identityProviderName?: string;
  /** Name of the passkey that was used or added. */
  passkeyName?: string;
  /** The user for whom a pending sign-in adds a passkey. */
  pendingPasskeyUser?: { id: string; identifier: string; email: string; securedAt: Date | null };
  assertedAddress?: string;
  /** The account that the request created. Its first provider is part of signing up. */
  createdUserId?: string;
  /** The session that a proof of identity renews, instead of opening another one. */
  renews?: { id: string; token: string; method: SignInMethod };
  /** The address of the user whose session it has opened or renewed. */
  signedInAs?: string;
  /** What else belongs to opening its session. */
  announcePasskey?: () => Promise<void>;
  /** Whom it would have signed in if no passkey were required. */
  stoppedForPasskey?: {
    id: string;
    email: string;
    code: 'PASSKEY_REQUIRED' | 'PASSKEY_SETUP_REQUIRED';
  };
};

const attempts = new WeakMap<RequestContext, SignIn>();

/** The current request's sign-in, to read and to add to. */
export function currentSignIn(): SignIn {
  const request = currentRequest();
  const known = request && attempts.get(request);
  if (known) return known;
  const signIn: SignIn = {};
  if (request) attempts.set(request, signIn);
  return signIn;
}
