/**
 * Counts every mail that users can trigger before it is written, so that the installation can't be used as a relay. Codes have
 * separate limits (code-limits.ts), so neither uses up the other's.
 */
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { CountMail, MailKind } from '#server/mail/mailer.ts';
import type { StoredRuleName } from './rules.ts';
import { createStoredLimits, type Use } from './stored-limits.ts';

/** Domains that ignore dots before the @, with their canonical domain. */
const dotless: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * The mailbox of `email`, without a `+` tag (RFC 5233). For rate limits only: accounts are
 * distinguished by the full address.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const user = email.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const common = Object.hasOwn(dotless, domain) ? dotless[domain] : undefined;
  return common ? `${user.replaceAll('.', '')}@${common}` : `${user}@${domain}`;
}

type Limit = { mailbox: StoredRuleName; sender?: StoredRuleName };

export const mailLimits: Record<MailKind, Limit> = {
  organizationInvitation: {
    mailbox: 'invitation mailbox',
    sender: 'organizationInvitation sender',
  },
  invitation: { mailbox: 'invitation mailbox', sender: 'userInvitation sender' },
  newDevice: { mailbox: 'device notice mailbox' },
  passkey: { mailbox: 'passkey notice mailbox' },
  passkeysReset: { mailbox: 'passkey notice mailbox' },
  recoveryCodes: { mailbox: 'recovery code notice mailbox' },
  providerLinked: { mailbox: 'identity provider notice mailbox' },
  accessToken: { mailbox: 'access token notice mailbox' },
};

type MailLimitsDeps = { database: Database; hmac: Hmac };

export function createMailLimits({ database, hmac }: MailLimitsDeps): CountMail {
  return async function count(kind, email, { person, transaction = database } = {}) {
    const { mailbox, sender } = mailLimits[kind];
    const uses: Use[] = sender && person ? [[sender, person]] : [];
    // The rows stay locked until the transaction ends, so concurrent ones wait and count this mail.
    const limit = createStoredLimits(transaction as Database, hmac);
    const { wait } = await limit.take(...uses, [mailbox, mailboxOf(email)]);
    return wait ? undefined : email;
  };
}
