import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Addressee, Mailer } from '#server/mail/mailer.ts';

type NoticeDeps = { mailer: Mailer; hmac: Hmac };

/** Notifies the owner of a passkey, with a link for the case that it wasn't them. */
export async function sendPasskeyNotice(
  { mailer, hmac }: NoticeDeps,
  owner: Addressee & { id: string },
  about: { kind: 'added' | 'removed'; name: string },
  transaction?: Pick<Database, '$queryRaw'>,
): Promise<void> {
  const recipient = await mailer.countFor('passkey', owner, transaction && { transaction });
  const securePath = secureAccountLink(hmac, owner);
  if (recipient) await mailer.sendPasskeyNotice(recipient, { ...about, securePath }, transaction);
}

export async function sendPasskeyResetNotice(mailer: Mailer, owner: Addressee): Promise<void> {
  const recipient = await mailer.countFor('passkey', owner);
  if (recipient) await mailer.sendPasskeysReset(recipient);
}

/** Records a new passkey in the audit log and notifies its owner. Recovery codes of before the first one end. */
export async function announcePasskey(
  deps: NoticeDeps,
  transaction: Prisma.TransactionClient,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  if ((await transaction.passkey.count({ where: { userId } })) === 1) {
    await transaction.recoveryCodes.deleteMany({ where: { userId } });
  }
  await recordEvent(transaction, { userId, kind: 'passkey_added', detail: name });
  const owner = await transaction.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, language: true },
  });
  if (owner) await sendPasskeyNotice(deps, owner, { kind: 'added', name }, transaction);
}
