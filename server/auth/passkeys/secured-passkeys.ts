import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { resetDueDate } from './passkey-policy.ts';

type Transaction = Pick<Database, 'user' | 'passkey' | 'recoveryCodes' | 'auditEvent'>;

/**
 * Removes the passkeys that a user has added since a time, and all recovery codes. Where a passkey is required, users left
 * without one have time to add their own.
 */
export async function removeNewPasskeys(
  transaction: Transaction,
  settings: Settings,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, createdAt: { gte: since } };
  const added = await transaction.passkey.findMany({ where, select: { name: true } });
  await transaction.passkey.deleteMany({ where });
  await transaction.recoveryCodes.deleteMany({ where: { userId } });
  for (const { name } of added) {
    await recordEvent(transaction, { userId, kind: 'passkey_removed', detail: name });
  }
  if (added.length === 0) return;
  const user = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { role: true, _count: { select: { passkeys: true } } },
  });
  if (user._count.passkeys > 0) return;
  const data = { passkeyDueAt: resetDueDate(settings, user) };
  await transaction.user.update({ where: { id: userId }, data, select: { id: true } });
}
