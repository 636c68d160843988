import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { emailChangeName } from '#server/auth/email-code/stored-codes.ts';
import { endPendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import type { Database } from '#server/database/client.ts';

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since `issuedAt`, in ms. Returns
 * whether it did. Codes for signing in are found by browser only, so stored-codes.ts compares them with `securedAt`.
 */
export function secureUser(
  database: Database,
  { id, email }: { id: string; email: string },
  issuedAt: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const before = [{ securedAt: null }, { securedAt: { lt: new Date(issuedAt) } }];
    const { count } = await transaction.user.updateMany({
      where: { id, email, OR: before },
      data: { securedAt: new Date() },
    });
    if (count === 0) return false;
    await transaction.session.deleteMany({ where: { userId: id } });
    await transaction.$executeRaw`
      DELETE FROM "verification" WHERE starts_with("identifier", ${emailChangeName(email, '')})`;
    await endPendingSignIns(transaction, { id, email });
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return true;
  });
}
