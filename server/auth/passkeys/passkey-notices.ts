import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Database } from '#server/database/client.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';

type Owner = { email: string; language?: string | null | undefined };

export async function sendPasskeyNotice(
  mailer: Mailer,
  { email, language }: Owner,
  kind: 'added' | 'removed' | 'reset',
  name?: string,
): Promise<void> {
  const to = await mailer.count('notice', email);
  const known = isLanguage(language) ? language : fallbackLanguage;
  if (to) await mailer.sendPasskeyNotice({ to, language: known }, kind, name);
}

/** Records a new passkey in the audit log and notifies its owner. */
export async function announcePasskey(
  { database, mailer }: { database: Database; mailer: Mailer },
  userId: string,
  name: string,
): Promise<void> {
  await recordEvent(database, { userId, kind: 'passkey_added', detail: name });
  const owner = await database.user.findUnique({
    where: { id: userId },
    select: { email: true, language: true },
  });
  if (owner) await sendPasskeyNotice(mailer, owner, 'added', name);
}
