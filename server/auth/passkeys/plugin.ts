import type { GenericEndpointContext } from '@better-auth/core';
import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { cose, decodeCredentialPublicKey, verifySignature } from '@simplewebauthn/server/helpers';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import type { PendingSignIns, PendingUser } from './pending-sign-in.ts';

type PasskeyDeps = {
  database: Database;
  settings: Settings;
  translate: Translate;
  pendingSignIns: PendingSignIns;
};
type RegistrationContext = Pick<GenericEndpointContext, 'headers' | 'context'>;
type Verified = { newCounter: number; credentialBackedUp: boolean; userVerified: boolean };

type UsedPasskey = { name: string; credentialID?: string };

const used = new WeakMap<RequestContext, UsedPasskey>();

function noteUsed(passkey: UsedPasskey): void {
  const request = currentRequest();
  if (request) used.set(request, passkey);
}

function findUsed(): UsedPasskey | undefined {
  const request = currentRequest();
  return request && used.get(request);
}

/** Name of the passkey that the request signs in with. */
export const usedPasskeyName = (): string | null => findUsed()?.name ?? null;

/** The passkey that the request signs in with, as a condition on users. Not one that it adds: see `isLost`. */
export function usedPasskey(): Prisma.UserWhereInput | undefined {
  const credentialID = findUsed()?.credentialID;
  return credentialID === undefined ? undefined : { passkeys: { some: { credentialID } } };
}

/** Users whose sign-in needs a passkey, by the request that adds it. */
const pendingUsers = new WeakMap<RequestContext, PendingUser>();

/** Lets the request add a passkey for a user without a session. */
export function notePendingUser(user: PendingUser): void {
  const request = currentRequest();
  if (request) pendingUsers.set(request, user);
}

function pendingUser(): PendingUser | undefined {
  const request = currentRequest();
  return request && pendingUsers.get(request);
}

/** What the options offer: EdDSA, ES256 and RS256. The library accepts others. */
const offeredAlgorithms: unknown[] = [-8, -7, -257];
/** An RSA key of 4,096 bits has 528. */
const maxKeyBytes = 540;
/** Well-formed for each algorithm: two integers in DER. */
const someSignature = Buffer.from('3006020101020101', 'hex');

/** Whether signatures can be verified with a key. The library stores any. */
async function isUsableKey(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const algorithm = decodeCredentialPublicKey(credentialPublicKey).get(cose.COSEKEYS.alg);
  if (credentialPublicKey.byteLength > maxKeyBytes) return false;
  if (!offeredAlgorithms.includes(algorithm)) return false;
  const signed = { signature: someSignature, data: someSignature, credentialPublicKey };
  try {
    await verifySignature(signed);
    return true;
  } catch {
    return false;
  }
}

const refused = () => new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED' });

/** The password manager's name, or the device's if the authenticator doesn't say what it is. */
function nameFor(translate: Translate, aaguid: string, headers: Headers): string {
  const { device } = requestOrigin(headers);
  return (
    getAuthenticatorName(aaguid) ??
    device?.operatingSystem ??
    translate(languageOfRequest(headers))('mail:passkey.defaultName')
  );
}

/**
 * Registration and sign-in by passkey. The library accepts assertions without user verification and updates the
 * counter without looking at concurrent sign-ins, so both are checked here.
 */
export function passkeyPlugin({ database, settings, translate, pendingSignIns }: PasskeyDeps) {
  /** Without a session, the passkey that completes a pending sign-in. */
  async function requireRegistrant(context: RegistrationContext, userId: string): Promise<void> {
    const pending = pendingUser();
    const isAllowed = pending
      ? pending.id === userId && (await pendingSignIns.finish(pending))
      : context.context.session?.user.id === userId;
    if (!isAllowed) throw new APIError('BAD_REQUEST', { code: 'FAILED_TO_VERIFY_REGISTRATION' });
  }

  async function recordUse(credentialID: string, verified: Verified): Promise<void> {
    if (!verified.userVerified) throw refused();
    const found = await database.passkey.findUnique({
      where: { credentialID },
      select: { id: true, name: true, user: { select: { emailVerified: true } } },
    });
    if (!found?.user.emailVerified) throw refused();
    const { newCounter: counter, credentialBackedUp: backedUp } = verified;
    const { count } = await database.passkey.updateMany({
      // Only a counter that grows, so a copy of the authenticator is refused (WebAuthn 7.2). Zero means none.
      where: { id: found.id, counter: counter === 0 ? 0 : { lt: counter } },
      data: { counter, backedUp, lastUsedAt: new Date() },
    });
    if (count === 0) throw refused();
    noteUsed({ name: found.name, credentialID });
  }

  return passkey({
    rpID: new URL(settings.baseUrl).hostname,
    rpName: settings.appName,
    origin: [...settings.origins],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      // Those with a session are required by the endpoints' rows.
      requireSession: false,
      resolveUser() {
        const user = pendingUser();
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'SESSION_REQUIRED' });
        return { id: user.id, name: user.email };
      },
      async afterVerification({ ctx, verification, user, clientData }) {
        const { registrationInfo } = verification;
        const isValid =
          registrationInfo?.userVerified &&
          registrationInfo.credential.id === clientData.id &&
          (await isUsableKey(registrationInfo.credential.publicKey));
        if (!isValid) {
          throw new APIError('BAD_REQUEST', { code: 'FAILED_TO_VERIFY_REGISTRATION' });
        }
        const { credential, aaguid } = registrationInfo;
        await requireNewPasskey(database, user.id, credential.id);
        await requireRegistrant(ctx, user.id);
        const name = nameFor(translate, aaguid, ctx.headers ?? new Headers());
        noteUsed({ name });
        return { userId: user.id, name };
      },
    },
    authentication: {
      afterVerification: ({ verification, clientData }) =>
        recordUse(clientData.id, verification.authenticationInfo),
    },
  });
}

/** @throws {APIError} PREVIOUSLY_REGISTERED, PASSKEY_LIMIT_REACHED */
async function requireNewPasskey(
  database: Database,
  userId: string,
  credentialID: string,
): Promise<void> {
  const code = (await database.passkey.findUnique({ where: { credentialID } }))
    ? 'PREVIOUSLY_REGISTERED'
    : (await database.passkey.count({ where: { userId } })) >= limits.passkeysPerUser
      ? 'PASSKEY_LIMIT_REACHED'
      : undefined;
  if (code) throw new APIError('BAD_REQUEST', { code });
}
