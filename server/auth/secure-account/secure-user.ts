import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { emailChangesOf } from '#server/auth/email-code/stored-codes.ts';
import { findDeparture, forgetFormerAddresses } from '#server/auth/former-addresses.ts';
import { removeNewPasskeys } from '#server/auth/passkeys/secured-passkeys.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Database } from '#server/database/client.ts';
import type { AuditEventKind, Prisma } from '#server/generated/prisma/client.ts';
import type { Settings } from '#server/settings.ts';
import { lifetimeMs } from './link.ts';
import { revokeNewTokens, takeBackRoles, unlinkNewProviders } from './secured-access.ts';
import { undoInOrganizations } from './secured-organizations.ts';

type SecureUserDeps = { database: Database; settings: Settings };

/** What is undone or harmless. Everything else that the account did is listed. */
const notListed: AuditEventKind[] = [
  ...(['signed_in', 'signed_out', 'session_renamed', 'email_changed', 'provider_linked'] as const),
  ...(['passkey_added', 'recovery_codes_created', 'recovery_code_used'] as const),
  ...(['access_token_created', 'access_token_rotated', 'access_token_updated'] as const),
  ...(['role_changed', 'member_added', 'member_role_changed'] as const),
  ...(['invitation_sent', 'invitation_resent'] as const),
];

const maxListed = 100;

/** The newest of what an account has done since a time that isn't undone. */
async function findWhatStays({ auditEvent }: Prisma.TransactionClient, id: string, since: Date) {
  const events = await auditEvent.findMany({
    where: { doneById: id, createdAt: { gte: since }, kind: { notIn: notListed } },
    orderBy: { id: 'desc' },
    take: maxListed,
  });
  return events.map(({ id: eventId, kind, detail, subjectName, createdAt }) => ({
    ...{ id: eventId, kind: kind.toUpperCase(), detail: detail ?? subjectName, createdAt },
  }));
}

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since `issuedAt`, in ms. Gives back
 * `email` if it is a former address, and undoes what gave others access. Returns what stays, if the link is valid.
 */
export function secureUser(
  { database, settings }: SecureUserDeps,
  { id, email }: { id: string; email: string },
  issuedAt: number,
): Promise<Awaited<ReturnType<typeof findWhatStays>> | undefined> {
  return database.$transaction(async (transaction) => {
    // Passkeys that are being added wait, and are refused afterwards.
    const [user] = await transaction.$queryRaw<{ email: string }[]>`
      SELECT "email" FROM "user" WHERE "id" = ${id} FOR UPDATE`;
    const leftAt = await findDeparture(transaction, id, email);
    const isFormer = user?.email !== email;
    if (!user || (isFormer && !leftAt)) return undefined;
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
    const stays = await findWhatStays(transaction, id, since);
    await removeNewPasskeys(transaction, settings, id, since);
    await unlinkNewProviders(transaction, id, since);
    await revokeNewTokens(transaction, id, since);
    await takeBackRoles(transaction, id, since);
    await undoInOrganizations(transaction, id, since);
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return stays;
  });
}
