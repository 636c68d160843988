import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Hook } from '#server/auth/hooks.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';

type Owner = { id: string; email: string; language?: string | null | undefined };

export async function sendPasskeyNotice(
  { mailer, hmac }: { mailer: Mailer; hmac: Hmac },
  { id, email, language }: Owner,
  kind: 'added' | 'removed',
  name: string,
): Promise<void> {
  const to = await mailer.count('notice', email);
  const known = isLanguage(language) ? language : fallbackLanguage;
  const securePath = secureAccountLink(hmac, { id, email });
  if (to) await mailer.sendPasskeyNotice({ to, language: known }, { kind, name, securePath });
}

export const recordAddedPasskey: Hook = async ({ context }, deps) => {
  const { returned, session } = context;
  if (returned instanceof APIError || !session) return;
  const { name } = returned as { name: string };
  await recordEvent(deps.database, {
    userId: session.user.id,
    kind: 'passkey_added',
    detail: name,
  });
  await sendPasskeyNotice(deps, session.user as Owner, 'added', name);
};
