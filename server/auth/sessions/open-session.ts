import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { APIError } from 'better-auth/api';
import { refusal } from '#server/auth/refusal.ts';
import { currentSignIn, type Services, type SignIn } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import { lockUsers } from '#server/auth/users.ts';
import { bannedUsers } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { impersonatorSessionOf } from '#server/features/impersonation/sessions.ts';
import { endPendingSignInOf } from '#server/features/passkey/pending-sign-in.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import type { Session } from '#server/generated/prisma/client.ts';
import { clientAddressHeader } from '#server/http/headers.ts';
import { recipientOf } from '#server/mail/mailer.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { ownSignInMethods } from '#server/mail/templates.ts';
import { createBrowserCookies } from './cookies.ts';
import { endBrowserSession, endOldestSessions, touchUser } from './session-store.ts';

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
 * The owner of a new session. Refuses users who lost the credentials, or were banned, since they were checked. Locks the
 * user, so that what ends all sessions waits, and ends this one too.
 *
 * @throws {APIError} UNAUTHENTICATED
 */
async function requireOwner(transaction: Transaction, id: string) {
  await lockUsers(transaction, [id]);
  const { credentials } = currentSignIn();
  const owner = await transaction.user.findFirst({
    where: { id, ...(credentials && { AND: credentials, NOT: bannedUsers() }) },
    select: { id: true, email: true, language: true, lastActiveAt: true, securedAt: true },
  });
  if (!owner) throw refusal(401, 'UNAUTHENTICATED');
  return owner;
}

type Owner = Awaited<ReturnType<typeof requireOwner>>;

type NewSession = Pick<Session, 'id' | 'userId' | 'token' | 'expiresAt'> &
  Partial<
    Pick<Session, 'impersonatedBy' | 'signInMethod' | 'passkeyName' | 'identityProviderName'>
  >;

/** Opens a session, ends what it replaces and announces the sign-in to the account's owner. */
export function createSessionCreation(services: Services): Creation<NewSession> {
  const { settings } = services;
  return async function openSession(transaction, data, insert) {
    const signIn = currentSignIn();
    const { headers = new Headers() } = tryGetCurrentAuthEndpointContext() ?? {};
    const owner = await requireOwner(transaction, data.userId);
    if (!data.impersonatedBy) signIn.signedInAs = owner.email;
    if (signIn.renews) return renewSession(transaction, signIn.renews, data);
    const session = await insert({
      ...data,
      ...impersonatorSessionOf(data),
      signInMethod: signIn.method ?? null,
      passkeyName: signIn.passkeyName ?? null,
      identityProviderName: signIn.identityProviderName ?? null,
      ...(settings.demo && { ipAddress: null, userAgent: null }),
    });
    const { id: sessionId, userId, impersonatedBy } = session;
    if (!impersonatedBy) await endBrowserSession(transaction, services, headers);
    await endPendingSignInOf(services, headers, transaction);
    await endOldestSessions(transaction, userId, settings.sessionsPerUser);
    if (settings.demo) return session;
    await announceNewDevice(services, transaction, { session, owner, headers });
    if (impersonatedBy) {
      await recordEvent(transaction, { userId, kind: 'impersonated', actorId: impersonatedBy });
      return session;
    }
    const detail = session.passkeyName;
    await recordEvent(transaction, { userId, kind: 'signed_in', sessionId, detail });
    await signIn.announcePasskey?.();
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
  { session, owner, headers }: { session: NewSession; owner: Owner; headers: Headers },
): Promise<void> {
  const method = ownSignInMethods.find((own) => own === session.signInMethod);
  if (!method) return;
  const isKnown = createBrowserCookies(settings, hmac).isKnownDevice(headers, owner);
  if (!owner.lastActiveAt || isKnown) return;
  const client = headers.get(clientAddressHeader);
  const about = {
    method,
    name: session.passkeyName ?? session.identityProviderName ?? undefined,
    origin: requestOrigin(headers),
    ipAddress: client,
    place: findPlace(client, recipientOf(owner).language),
    securePath: secureAccountLink(hmac, owner),
  };
  await mailer.send('newDevice', owner, about, { transaction });
}

/**
 * For a proof of identity that isn't the viewer's. The text of its code is about passkeys: where they are removed, only the
 * property goes.
 */
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
