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

/** Kinds that are counted together with others. The rest is counted by itself, so no security notice silences another. */
const groups: Partial<Record<MailKind, string>> = {
  organizationInvitation: 'invitation',
  passkeysReset: 'passkey',
};

export const groupOf = (kind: MailKind): string => groups[kind] ?? kind;

const senders: Partial<Record<MailKind, StoredRuleName>> = {
  organizationInvitation: 'organizationInvitation sender',
  invitation: 'userInvitation sender',
};

type MailLimitsDeps = { database: Database; hmac: Hmac };

export function createMailLimits({ database, hmac }: MailLimitsDeps): CountMail {
  return async function count(kind, email, { person, transaction = database } = {}) {
    const sender = senders[kind];
    const uses: Use[] = sender && person ? [[sender, person]] : [];
    // The rows stay locked until the transaction ends, so concurrent ones wait and count this mail.
    const limit = createStoredLimits(transaction as Database, hmac);
    const whose = `${groupOf(kind)} ${mailboxOf(email)}`;
    const { wait } = await limit.take(...uses, ['mailbox', whose]);
    return wait ? undefined : email;
  };
}
