import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hook } from '#server/auth/hooks.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';

type Owner = { email: string; language?: string | null | undefined };

export async function sendPasskeyNotice(
  mailer: Mailer,
  { email, language }: Owner,
  kind: 'added' | 'removed',
  name: string,
): Promise<void> {
  const to = await mailer.count('notice', email);
  const known = isLanguage(language) ? language : fallbackLanguage;
  if (to) await mailer.sendPasskeyNotice({ to, language: known }, kind, name);
}

export const recordAddedPasskey: Hook = async ({ context }, { database, mailer }) => {
  const { returned, session } = context;
  if (returned instanceof APIError || !session) return;
  const { name } = returned as { name: string };
  await recordEvent(database, { userId: session.user.id, kind: 'passkey_added', detail: name });
  await sendPasskeyNotice(mailer, session.user as Owner, 'added', name);
};
