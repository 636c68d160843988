/**
 * Counts every mail that users can trigger before it is written, so that the installation can't be
 * used as a relay. Codes have separate limits (code-limits.ts), so neither uses up the other's.
 */
import { mailboxOf } from '#server/auth/email-code/mailbox.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { CountedAddress, CountMail, MailKind } from '#server/mail/mailer.ts';
import { bucket, createRateLimit, type Use, windows } from './rate-limit.ts';

type Limit = {
  /** Kinds with the same name share a mailbox's limit. Each security notice has its own, so none silences another. */
  what: string;
  perPerson?: { atOnce: number; perHour: number };
};

export const mailsPerDay = 20;
const perMailbox = windows([{ count: mailsPerDay, seconds: 24 * 60 * 60 }]);

export const mailLimits = {
  organizationInvitation: { what: 'invitation', perPerson: { atOnce: 100, perHour: 20 } },
  userInvitation: { what: 'invitation', perPerson: { atOnce: 1_000, perHour: 200 } },
  newDevice: { what: 'device notice' },
  passkey: { what: 'passkey notice' },
  recoveryCodes: { what: 'recovery code notice' },
  providerLinked: { what: 'provider notice' },
  accessToken: { what: 'access token notice' },
} as const satisfies Record<MailKind, Limit>;

type MailLimitsDeps = { database: Database; hmac: Hmac };

export function createMailLimits({ database, hmac }: MailLimitsDeps): CountMail {
  return async function count(kind, email, { person, transaction = database } = {}) {
    const { what, perPerson }: Limit = mailLimits[kind];
    const uses: Use[] = [[`${what} mailbox`, mailboxOf(email), perMailbox]];
    if (perPerson && person) {
      const { atOnce, perHour } = perPerson;
      uses.unshift([`${kind} sender`, person, bucket(atOnce, perHour)]);
    }
    // The rows stay locked until the transaction ends, so concurrent ones wait and count this mail.
    const { wait } = await createRateLimit(transaction as Database, hmac).take(uses);
    return wait ? undefined : (email as CountedAddress);
  };
}
