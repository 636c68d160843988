import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { isPasskeyRequired } from './passkey-policy.ts';

type Transaction = Pick<Database, 'user' | 'passkey' | 'recoveryCodes' | 'auditEvent'>;

/**
 * Removes the passkeys and recovery codes that a user has added since a time. None where a passkey is required of the user:
 * it must not be removed by who only has the inbox.
 */
export async function removeNewPasskeys(
  transaction: Transaction,
  settings: Settings,
  userId: string,
  since: Date,
): Promise<void> {
  const user = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { role: true },
  });
  if (isPasskeyRequired(settings, user)) return;
  const where = { userId, createdAt: { gte: since } };
  const added = await transaction.passkey.findMany({ where, select: { name: true } });
  await transaction.passkey.deleteMany({ where });
  await transaction.recoveryCodes.deleteMany({ where });
  for (const { name } of added) {
    await recordEvent(transaction, { userId, kind: 'passkey_removed', detail: name });
  }
}
