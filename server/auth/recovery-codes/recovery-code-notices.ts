import type { Mailer } from '#server/mail/mailer.ts';
import type { RecoveryCodesNotice } from '#server/mail/templates.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';

type Owner = { email: string; language?: string | null | undefined };

export async function sendRecoveryCodesNotice(
  mailer: Mailer,
  { email, language }: Owner,
  notice: RecoveryCodesNotice,
): Promise<void> {
  const to = await mailer.count('notice', email);
  const known = isLanguage(language) ? language : fallbackLanguage;
  if (to) await mailer.sendRecoveryCodesNotice({ to, language: known }, notice);
}
