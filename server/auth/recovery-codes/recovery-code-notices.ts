import type { Hmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import type { Addressee, Mailer } from '#server/mail/mailer.ts';
import type { RecoveryCodesEvent } from '#server/mail/security-templates.ts';

/** Notifies the owner of recovery codes, with a link for the case that it wasn't them. */
export async function sendRecoveryCodesNotice(
  { mailer, hmac }: { mailer: Mailer; hmac: Hmac },
  owner: Addressee & { id: string },
  event: RecoveryCodesEvent,
): Promise<void> {
  const recipient = await mailer.countFor('recoveryCodes', owner);
  const securePath = secureAccountLink(hmac, owner);
  if (recipient) await mailer.sendRecoveryCodesNotice(recipient, { ...event, securePath });
}
