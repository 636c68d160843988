import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { resetPasskeys } from '#server/auth/managed-users.ts';
import { command } from '#server/auth/users.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { resetDueDate } from './passkey-policy.ts';

type CommandDeps = { database: Database; settings: Settings };

/** For an operator: removes the passkeys and recovery codes of the user with this address. */
export async function resetPasskeysByCommand(
  { database, settings }: CommandDeps,
  address: string,
): Promise<void> {
  const user = await database.user.findUniqueOrThrow({
    where: { email: emailRule.parse(address) },
    select: { id: true, role: true },
  });
  await database.$transaction(async (transaction) => {
    await resetPasskeys(transaction, user.id, resetDueDate(settings, user));
    await recordEvent(transaction, { userId: user.id, kind: 'passkeys_reset', ...command });
  });
}
