import * as z from 'zod';
import { emailChangesOf } from '#server/auth/email-code/codes.ts';
import { type Call, type Endpoint, endpoint } from '#server/auth/endpoint.ts';
import { refusal } from '#server/auth/refusal.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordEvent, recordEvents } from '#server/features/audit-log/audit-log.ts';
import {
  findWhatStays,
  takeBackRoles,
  undoInOrganizations,
} from '#server/features/audit-log/secured-organizations.ts';
import { unlinkNewProviders } from '#server/features/identity-provider/provider-link.ts';
import { removeNewPasskeys } from '#server/features/passkey/passkey-policy.ts';
import {
  findFormerAddresses,
  forgetFormerAddresses,
  isSignedFor,
  lifetimeMs,
  readSecureAccountToken,
  type SecureAccountToken,
} from './link.ts';

export const secureAccountEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/secure-account',
    audit: [
      ...(['account_secured', 'email_changed', 'passkey_removed', 'provider_unlinked'] as const),
      ...(['access_token_revoked', 'role_changed', 'invitation_cancelled'] as const),
      ...(['member_role_changed', 'member_removed', 'member_left'] as const),
    ],
    input: z.strictObject({ token: z.string().max(200) }),
    who: 'anyone',
    event: 'session_ended',
    failureEvent: 'authn_login_fail',
    /** Ends all sessions of the account that a security notice was about, and revokes its pending codes. */
    async handle(call) {
      await call.codeLimits.countOfNetwork('secure-account', call.client);
      const token = readSecureAccountToken(call.input.token);
      const secured = token && (await secureUser(call, token));
      if (!secured) throw refusal(400, 'SECURE_ACCOUNT_LINK_INVALID');
      return secured;
    },
  }),
];

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since the link was sent. Gives back the
 * address that it was sent to, and undoes what gave others access. Returns undefined for an invalid link.
 */
function secureUser({ database, hmac, settings }: Call, token: SecureAccountToken) {
  const { userId: id, issuedAt } = token;
  return database.$transaction(async (transaction) => {
    // Passkeys that are being added wait, and are refused afterwards.
    const [user] = await transaction.$queryRaw<{ email: string }[]>`
      SELECT "email" FROM "user" WHERE "id" = ${id} FOR UPDATE`;
    if (!user) return undefined;
    const former = await findFormerAddresses(transaction, id);
    const email = [user, ...former]
      .map((each) => each.email)
      .find((each) => isSignedFor(hmac, { id, email: each }, token));
    if (email === undefined) return undefined;
    // The first owner gets it back: a thief who moved it twice can't use the link sent to their own address afterwards.
    const leftAt = former.find((each) => each.email === email)?.changedAt;
    const isFormer = user.email !== email;
    const before = [{ securedAt: null }, { securedAt: { lt: new Date(issuedAt) } }];
    // A thief with the present address can't make the links of the former one invalid.
    const between = leftAt ? [{ securedAt: { gt: leftAt } }] : [];
    const { count } = await transaction.user.updateMany({
      where: { id, OR: [...before, ...between] },
      data: { securedAt: new Date(), ...(isFormer && { email, emailVerified: true }) },
    });
    if (count === 0) return undefined;
    if (leftAt) await forgetFormerAddresses(transaction, id, leftAt);
    if (isFormer) {
      await recordEvent(transaction, { userId: id, kind: 'email_changed', detail: user.email });
    }
    await endSessions(transaction, [id]);
    await transaction.$executeRaw`
      DELETE FROM "verification" WHERE starts_with("identifier", ${emailChangesOf(id)})`;
    // Emails announced what was added earlier, with links that have expired.
    const since = new Date(issuedAt - lifetimeMs);
    // Before anything is undone, which is recorded, too.
    const stays = await findWhatStays(transaction, id, since);
    await removeNewPasskeys(transaction, settings, id, since);
    await unlinkNewProviders(transaction, id, since);
    await revokeNewAccessTokens(transaction, id, since);
    await takeBackRoles(transaction, id, since);
    await undoInOrganizations(transaction, id, since);
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return { success: true, stays };
  });
}

/** Revokes the access tokens that a user created, rotated or changed since a time, for themselves or service accounts. */
async function revokeNewAccessTokens(
  transaction: Transaction,
  id: string,
  since: Date,
): Promise<void> {
  const rotated = await transaction.auditEvent.findMany({
    where: { doneById: id, kind: 'access_token_rotated', createdAt: { gte: since } },
    distinct: ['userId'],
    select: { userId: true },
  });
  const owners = [id, ...rotated.flatMap(({ userId }) => userId ?? [])];
  const revoked = await transaction.accessToken.updateManyAndReturn({
    where: {
      revokedAt: null,
      updatedAt: { gte: since },
      OR: [{ userId: { in: owners } }, { creatorId: id }],
    },
    data: { revokedAt: new Date() },
    select: { userId: true, organizationId: true, name: true },
  });
  await recordEvents(
    transaction,
    revoked.map(({ userId, organizationId, name: detail }) => ({
      userId,
      organizationId,
      detail,
      actorId: id,
      kind: 'access_token_revoked',
    })),
  );
}
