import { revokeNewTokens } from '#server/auth/access-tokens/secured-tokens.ts';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { undoInOrganizations } from '#server/auth/audit-log/secured-organizations.ts';
import { takeBackRoles } from '#server/auth/audit-log/secured-roles.ts';
import { findWhatStays } from '#server/auth/audit-log/what-stays.ts';
import { emailChangesOf } from '#server/auth/email-code/stored-codes.ts';
import { findDeparture, forgetFormerAddresses } from '#server/auth/former-addresses.ts';
import { removeNewPasskeys } from '#server/auth/passkeys/secured-passkeys.ts';
import { unlinkNewProviders } from '#server/auth/providers/secured-providers.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { lifetimeMs } from './link.ts';

type SecureUserDeps = { database: Database; settings: Settings };

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since `issuedAt`, in ms. Gives back
 * `email` if it is a former address, and undoes what gave others access. Returns what stays, if the link is valid.
 */
export function secureUser(
  { database, settings }: SecureUserDeps,
  { id, email }: { id: string; email: string },
  issuedAt: number,
) {
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
    // Before anything is undone, which is recorded, too.
    const secured = { stays: await findWhatStays(transaction, id, since) };
    await removeNewPasskeys(transaction, settings, id, since);
    await unlinkNewProviders(transaction, id, since);
    await revokeNewTokens(transaction, id, since);
    await takeBackRoles(transaction, id, since);
    await undoInOrganizations(transaction, id, since);
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return secured;
  });
}
