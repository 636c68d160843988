import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { auditImpersonation } from '#server/auth/impersonation/sessions.ts';
import type { PendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import { currentSignIn, type SignIn } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma, SignInMethod } from '#server/generated/prisma/client.ts';
import { clientAddressHeader } from '#server/http/headers.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { ownSignInMethods } from '#server/mail/security-templates.ts';
import type { FindPlace } from '#server/network/places.ts';
import type { Settings } from '#server/settings.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import { bannedUsers } from './session-rules.ts';
import { endOldestSessions, touchUser } from './session-store.ts';

type Transaction = Prisma.TransactionClient;

/**
 * Whether a session is still open. Locks its user, so changes of managers and “This wasn’t me” wait until the
 * transaction ends.
 */
export async function isStillOpen(
  transaction: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  await lockUsers(transaction, [userId]);
  return (await transaction.session.count({ where: { id, userId } })) > 0;
}

/**
 * Refuses a user who lost the credentials, or was banned, since they were checked. Locks the user, so that what ends all
 * sessions waits, and ends this one too.
 *
 * @throws {APIError} UNAUTHENTICATED
 */
async function requireCredentials(transaction: Transaction, id: string): Promise<void> {
  await lockUsers(transaction, [id]);
  const { credentials } = currentSignIn();
  if (!credentials) return;
  const where = { id, AND: credentials, NOT: bannedUsers() };
  if ((await transaction.user.count({ where })) === 0)
    throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
}

type NewSession = {
  id: string;
  userId: string;
  token: string;
  expiresAt: Date;
  impersonatedBy?: string | null;
  signInMethod?: SignInMethod | null;
  passkeyName?: string | null;
  identityProviderName?: string | null;
};

type SessionDeps = {
  settings: Settings;
  announceNewDevice: AnnounceNewDevice;
  pendingPasskeySignIns: PendingSignIns;
};

/** Opens a session, ends what it replaces, records the sign-in and announces it to the account's owner. */
export function createSessionCreation(deps: SessionDeps): Creation<NewSession> {
  const { settings, announceNewDevice, pendingPasskeySignIns } = deps;
  return async function openSession(transaction, data, insert) {
    const { renews } = currentSignIn();
    await requireCredentials(transaction, data.userId);
    if (renews) return renewSession(transaction, renews, data);
    const session = await insert();
    const { id: sessionId, userId, passkeyName } = session;
    const headers = tryGetCurrentAuthEndpointContext()?.headers ?? {};
    await pendingPasskeySignIns.endIn(new Headers(headers), transaction);
    await endOldestSessions(transaction, userId, settings.sessionsPerUser);
    if (settings.demo) return session;
    await announceNewDevice(transaction, session, new Headers(headers));
    await auditImpersonation(transaction, session);
    if (session.impersonatedBy) return session;
    await recordEvent(transaction, { userId, kind: 'signed_in', sessionId, detail: passkeyName });
    await currentSignIn().opened?.();
    await touchUser(transaction, userId);
    return session;
  };
}

type NewDeviceDeps = {
  mailer: Mailer;
  hmac: Hmac;
  cookies: BrowserCookies;
  findPlace: FindPlace;
};

/** Emails about sign-ins from browsers that the account hadn't been used in before. */
export function createNewDeviceNotice(deps: NewDeviceDeps) {
  const { mailer, hmac, cookies, findPlace } = deps;

  /** Call it before the sign-in is recorded as activity, since the first one of an account isn't announced. */
  return async function announceNewDevice(
    transaction: Prisma.TransactionClient,
    session: NewSession,
    headers: Headers,
  ): Promise<void> {
    const method = ownSignInMethods.find((own) => own === session.signInMethod);
    if (!method) return;
    const user = await transaction.user.findUniqueOrThrow({
      where: { id: session.userId },
      select: { id: true, email: true, language: true, lastActiveAt: true, securedAt: true },
    });
    if (!user.lastActiveAt || cookies.isKnownDevice(headers, user)) return;
    const recipient = await mailer.countFor('newDevice', user, { transaction });
    const client = headers.get(clientAddressHeader);
    if (!recipient) return;
    const about = {
      method,
      name: session.passkeyName ?? session.identityProviderName ?? '',
      origin: requestOrigin(headers),
      ipAddress: client,
      place: findPlace(client, recipient.language),
      securePath: secureAccountLink(hmac, user),
    };
    await mailer.sendNewDevice(recipient, about, transaction);
  };
}

export type AnnounceNewDevice = ReturnType<typeof createNewDeviceNotice>;

/**
 * From now on, the request's sign-in proves the viewer's identity. It renews their session instead of opening another one:
 * the session keeps its ID, and its cookie is replaced (OWASP ASVS 5.0 7.2.4). The proof counts for what its method allows.
 */
export function startReauthentication(
  { session: { id, token } }: { session: { id: string; token: string } },
  method: SignInMethod,
) {
  currentSignIn().renews = { id, token, method };
}

export const refused = () => new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED' });

/** Refuses the proof of another person, and of a session that has ended or was renewed concurrently. */
export async function renewSession(
  transaction: Prisma.TransactionClient,
  { id, token: before, method }: NonNullable<SignIn['renews']>,
  { userId, token, expiresAt }: Pick<NewSession, 'userId' | 'token' | 'expiresAt'>,
) {
  const { count } = await transaction.session.updateMany({
    where: { id, token: before, userId },
    data: { token, expiresAt, reauthenticatedAt: new Date(), reauthenticationMethod: method },
  });
  if (count === 0) throw refused();
  return transaction.session.findUniqueOrThrow({ where: { id } });
}
