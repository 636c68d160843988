import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { auditImpersonation, impersonatorSessionOf } from '#server/auth/impersonation/sessions.ts';
import { endPendingSignInOf } from '#server/auth/passkeys/pending-sign-in.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import type { Services } from '#server/auth/sign-in.ts';
import { currentSignIn, type SignIn } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import { bannedUsers } from '#server/auth/viewer.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma, SignInMethod } from '#server/generated/prisma/client.ts';
import { clientAddressHeader } from '#server/http/headers.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { ownSignInMethods } from '#server/mail/templates.ts';
import { createBrowserCookies } from './cookies.ts';
import { endBrowserSession, endOldestSessions, touchUser } from './session-store.ts';

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

/** Opens a session, ends what it replaces, records the sign-in and announces it to the account's owner. */
export function createSessionCreation(services: Services): Creation<NewSession> {
  const { settings } = services;
  return async function openSession(transaction, data, insert) {
    const { renews, headers = new Headers(), opened, ...how } = currentSignIn();
    await requireCredentials(transaction, data.userId);
    if (renews) return renewSession(transaction, renews, data);
    const session = await insert({
      ...data,
      ...impersonatorSessionOf(data),
      signInMethod: how.method ?? null,
      passkeyName: how.passkeyName ?? null,
      identityProviderName: how.identityProviderName ?? null,
      ...(settings.demo && { ipAddress: null, userAgent: null }),
    });
    const { id: sessionId, userId, impersonatedBy } = session;
    if (!impersonatedBy) await endBrowserSession(transaction, services, headers);
    await endPendingSignInOf(services, headers, transaction);
    await endOldestSessions(transaction, userId, settings.sessionsPerUser);
    if (settings.demo) return session;
    await announceNewDevice(services, transaction, { session, headers });
    await auditImpersonation(transaction, session);
    if (impersonatedBy) return session;
    const detail = session.passkeyName;
    await recordEvent(transaction, { userId, kind: 'signed_in', sessionId, detail });
    await opened?.();
    await touchUser(transaction, userId);
    return session;
  };
}

/**
 * Emails about a sign-in from a browser that the account hadn't been used in before. Call it before the sign-in is recorded as
 * activity, since the first one of an account isn't announced.
 */
async function announceNewDevice(
  { settings, hmac, mailer, findPlace }: Services,
  transaction: Transaction,
  { session, headers }: { session: NewSession; headers: Headers },
): Promise<void> {
  const method = ownSignInMethods.find((own) => own === session.signInMethod);
  if (!method) return;
  const user = await transaction.user.findUniqueOrThrow({
    where: { id: session.userId },
    select: { id: true, email: true, language: true, lastActiveAt: true, securedAt: true },
  });
  const isKnown = createBrowserCookies(settings, hmac).isKnownDevice(headers, user);
  if (!user.lastActiveAt || isKnown) return;
  const recipient = await mailer.countFor('newDevice', user, { transaction });
  if (!recipient) return;
  const client = headers.get(clientAddressHeader);
  const about = {
    method,
    name: session.passkeyName ?? session.identityProviderName ?? '',
    origin: requestOrigin(headers),
    ipAddress: client,
    place: findPlace(client, recipient.language),
    securePath: secureAccountLink(hmac, user),
  };
  await mailer.sendNewDevice(recipient, about, transaction);
}

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
async function renewSession(
  transaction: Transaction,
  { id, token: before, method }: NonNullable<SignIn['renews']>,
  { userId, token, expiresAt }: NewSession,
): Promise<NewSession> {
  const { count } = await transaction.session.updateMany({
    where: { id, token: before, userId },
    data: { token, expiresAt, reauthenticatedAt: new Date(), reauthenticationMethod: method },
  });
  if (count === 0) throw refused();
  return transaction.session.findUniqueOrThrow({ where: { id } });
}
