import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { emailChangesOf } from '#server/auth/email-code/stored-codes.ts';
import { removeNewPasskeys } from '#server/auth/passkeys/secured-passkeys.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { lifetimeMs } from './link.ts';

type SecureUserDeps = { database: Database; settings: Settings };

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since `issuedAt`, in ms. Returns
 * whether it did. Codes for signing in are found by browser only, so stored-codes.ts compares them with `securedAt`.
 */
export function secureUser(
  { database, settings }: SecureUserDeps,
  { id, email }: { id: string; email: string },
  issuedAt: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    // Passkeys that are being added wait, and are refused afterwards.
    await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${id} FOR UPDATE`;
    const before = [{ securedAt: null }, { securedAt: { lt: new Date(issuedAt) } }];
    const { count } = await transaction.user.updateMany({
      where: { id, email, OR: before },
      data: { securedAt: new Date() },
    });
    if (count === 0) return false;
    await endSessions(transaction, [id]);
    await transaction.$executeRaw`
      DELETE FROM "verification" WHERE starts_with("identifier", ${emailChangesOf(id)})`;
    // An intruder could sign in with them again. Emails announced earlier ones, with links that have expired.
    await removeNewPasskeys(transaction, settings, id, new Date(issuedAt - lifetimeMs));
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return true;
  });
}
