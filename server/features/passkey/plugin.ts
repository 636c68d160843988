import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { cose, decodeCredentialPublicKey, verifySignature } from '@simplewebauthn/server/helpers';
import { refusal } from '#server/auth/refusal.ts';
import { currentSignIn, type Services, type SignIn } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import { lockUsers } from '#server/auth/users.ts';
import { bannedUsers } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { languageOfRequest, translate } from '#server/i18n.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { limits } from '#shared/limits.ts';
import { sendPasskeyNotice } from './passkey-policy.ts';
import { finishPendingSignIn } from './pending-sign-in.ts';

type Verified = { newCounter: number; credentialBackedUp: boolean; userVerified: boolean };

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

const unverified = () => refusal(400, 'FAILED_TO_VERIFY_REGISTRATION');

const refused = () => refusal(400, 'AUTHENTICATION_FAILED');

/** The password manager's name, or the device's if the authenticator doesn't say what it is. */
function nameFor(aaguid: string, headers: Headers): string {
  const { device } = requestOrigin(headers);
  return (
    getAuthenticatorName(aaguid) ??
    device?.operatingSystem ??
    translate(languageOfRequest(headers))('mail:passkey.defaultName')
  );
}

/** Records a new passkey in the audit log and notifies its owner. Recovery codes of before the first one end. */
async function announcePasskey(
  services: Services,
  transaction: Transaction,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  if ((await transaction.passkey.count({ where: { userId } })) === 1) {
    await transaction.recoveryCodes.deleteMany({ where: { userId } });
  }
  await recordEvent(transaction, { userId, kind: 'passkey_added', detail: name });
  const owner = await transaction.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, language: true },
  });
  if (owner) await sendPasskeyNotice(services, owner, { kind: 'added', name }, transaction);
}

type NewPasskey = { userId: string; name: string };

/**
 * Adds a passkey, records it and notifies its owner. Refused beyond the limit, and if the session or the pending sign-in
 * that adds it has ended.
 */
export function createPasskeyCreation(services: Services): Creation<NewPasskey> {
  async function requireRegistrant(transaction: Transaction, userId: string): Promise<void> {
    const { pendingPasskeyUser: pending } = currentSignIn();
    const { user, session } = tryGetCurrentAuthEndpointContext()?.context.session ?? {};
    if ((pending ?? user)?.id !== userId) throw unverified();
    if (!pending) {
      const own = { userId, id: session?.id ?? '' };
      if ((await transaction.session.count({ where: own })) > 0) return;
      throw refusal(401, 'UNAUTHENTICATED');
    }
    const { id, email, securedAt } = pending;
    const where = { id, email, securedAt, NOT: bannedUsers() };
    if ((await transaction.user.count({ where })) === 0) throw refusal(400, 'SIGN_IN_EXPIRED');
    if (!(await finishPendingSignIn(transaction, pending))) throw unverified();
  }

  return async function addPasskey(transaction, passkey, insert) {
    const { userId, name } = passkey;
    await lockUsers(transaction, [userId]);
    await requireRegistrant(transaction, userId);
    if ((await transaction.passkey.count({ where: { userId } })) >= limits.passkeysPerUser)
      throw refusal(400, 'PASSKEY_LIMIT_REACHED');
    const added = await insert(passkey);
    const announce = () => announcePasskey(services, transaction, { userId, name });
    // The session that it opens is announced first.
    if (currentSignIn().pendingPasskeyUser) currentSignIn().announcePasskey = announce;
    else await announce();
    return added;
  };
}

/**
 * Registration and sign-in by passkey. The library accepts assertions without user verification and updates the
 * counter without looking at concurrent sign-ins, so both are checked here.
 */
export function passkeyPlugin({ database, settings }: Services) {
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
    const credentials = { passkeys: { some: { credentialID } } };
    Object.assign(currentSignIn(), { passkeyName: found.name, credentials } satisfies SignIn);
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
        const user = currentSignIn().pendingPasskeyUser;
        if (!user) throw refusal(401, 'SESSION_REQUIRED');
        return { id: user.id, name: user.email };
      },
      async afterVerification({ ctx, verification, user, clientData }) {
        const { registrationInfo } = verification;
        const isValid =
          registrationInfo?.userVerified &&
          registrationInfo.credential.id === clientData.id &&
          (await isUsableKey(registrationInfo.credential.publicKey));
        if (!isValid) {
          throw unverified();
        }
        const { aaguid } = registrationInfo;
        const name = nameFor(aaguid, ctx.headers ?? new Headers());
        currentSignIn().passkeyName = name;
        return { userId: user.id, name };
      },
    },
    authentication: {
      afterVerification: ({ verification, clientData }) =>
        recordUse(clientData.id, verification.authenticationInfo),
    },
  });
}
