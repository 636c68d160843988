/**
 * Limits how often codes may be requested and entered. An attacker's requests count against their network,
 * browser and user before the address (OWASP device cookies), so they can't lock its owner out.
 */
import type { Hmac } from '#server/auth/hmac.ts';
import { bucket, type RateLimit, type Taken } from '#server/auth/limits/rate-limit.ts';
import { clientNetworks, clientSite } from '#server/network/client-address.ts';
import {
  addressTries,
  allRequests,
  availableTries,
  changeSpacing,
  changeWindows,
  fewRequests,
  hour,
  mailboxBucket,
  mailboxVariation,
  mailboxWait,
  mailboxWindows,
  networkRequests,
  networkTries,
  pendingRecoveryTries,
  recoveryTries,
  repeatedMails,
  siteTryWindows,
  wrongCodes,
} from './code-limit-rules.ts';
import { mailboxOf } from './mailbox.ts';

export type BucketGroup = 'anyone' | 'device';

export function createCodeLimits(limit: RateLimit, hmac: Hmac) {
  /** Counts for each network of the client, smallest first. A rejection doesn't count for larger ones. */
  const takeFrom = (
    what: string,
    client: string,
    { burst, perHour }: { burst: number; perHour: number },
  ): Promise<Taken> =>
    limit.take(
      clientNetworks(client).map(({ name, share }) => [
        what,
        name,
        bucket(burst * share, perHour * share),
      ]),
    );

  async function takeOfAllMails(mailbox: string, level: number): Promise<number> {
    const period = Math.floor(Date.now() / 1_000 / hour);
    const varied = Buffer.from(hmac('mail variation', `${period} ${mailbox}`))[0] ?? 0;
    const available =
      (level <= 1 ? mailboxBucket.burst : repeatedMails) - (varied % (mailboxVariation + 1));
    const rule = bucket(mailboxBucket.burst, mailboxBucket.perHour, available);
    const { wait } = await limit.takeOne('mail-all', mailbox, rule);
    return wait && mailboxWait;
  }

  const takeOfAllTries = async (what: string, email: string, level: number) =>
    (
      await limit.takeOne(
        what,
        email,
        bucket(addressTries.burst, addressTries.perHour, availableTries(level)),
      )
    ).wait;

  // All numbers are seconds to wait; 0 means granted.
  return {
    countRequest: (client: string, group: BucketGroup): Promise<Taken> =>
      takeFrom(`send-${group}`, client, networkRequests),

    async countRequestOfAll(level: number): Promise<number> {
      const available = level <= fewRequests ? allRequests.burst : allRequests.burst / 2;
      const all = bucket(allRequests.burst, allRequests.perHour, available);
      return (await limit.takeOne('send-all', '', all)).wait;
    },

    async countMailToDevice(email: string): Promise<number> {
      return (await limit.takeOne('mail-device', mailboxOf(email), mailboxWindows)).wait;
    },

    /** Counts a mail requested by another browser. For a proven human, only its site counts. */
    async countMail(email: string, client: string, isHuman: boolean): Promise<number> {
      const mailbox = mailboxOf(email);
      const own = await limit.takeOne(
        'mail-site',
        `${clientSite(client)} ${mailbox}`,
        mailboxWindows,
      );
      return own.wait || isHuman ? own.wait : takeOfAllMails(mailbox, own.level);
    },

    async countChangeMail(userId: string, email: string, isHuman: boolean): Promise<number> {
      const mailbox = mailboxOf(email);
      const own = await limit.take([
        ['change-mail', `${userId} ${mailbox}`, changeSpacing],
        ['change-person', userId, changeWindows],
      ]);
      return own.wait || isHuman ? own.wait : takeOfAllMails(mailbox, own.level);
    },

    hasRequestedChange: (userId: string, email: string) =>
      limit.isUsed('change-mail', `${userId} ${mailboxOf(email)}`),

    /** Counts an entry only against its network, where no code is guessed. */
    countTry: async (client: string) => (await takeFrom('try', client, networkTries)).wait,

    countPasskey: async (client: string) => (await takeFrom('passkey', client, networkTries)).wait,

    async countRecoveryCode(userId: string, pendingSignIn: string): Promise<number> {
      const { wait } = await limit.take([
        ['recovery-pending', pendingSignIn, pendingRecoveryTries],
        ['recovery-person', userId, recoveryTries],
      ]);
      return wait;
    },

    countSecureAccount: async (client: string) =>
      (await takeFrom('secure-account', client, networkTries)).wait,

    countProvider: async (client: string) =>
      (await takeFrom('provider', client, networkTries)).wait,

    async countGuessOfDevice(email: string, client: string): Promise<number> {
      const own = await limit.takeOne('try-device', email, wrongCodes);
      // A rejected browser doesn't use up its network's attempts.
      return own.wait || (await takeFrom('try', client, networkTries)).wait;
    },

    async countGuess(email: string, browser: string, client: string): Promise<number> {
      const own = await limit.take([
        ['try-browser', `${browser} ${email}`, wrongCodes],
        ['try-site', `${clientSite(client)} ${email}`, siteTryWindows],
      ]);
      const wait = own.wait || (await takeFrom('try', client, networkTries)).wait;
      return wait || takeOfAllTries('try-all', email, own.level);
    },

    async countChangeGuess(userId: string, email: string, client: string): Promise<number> {
      const own = await limit.takeOne('try-change', `${userId} ${email}`, wrongCodes);
      const wait = own.wait || (await takeFrom('try', client, networkTries)).wait;
      return wait || takeOfAllTries('try-change-all', email, own.level);
    },

    async resetGuess(email: string, browser: string, group: BucketGroup): Promise<void> {
      await limit.reset([
        ['try-browser', `${browser} ${email}`],
        ['try-device', email],
      ]);
      if (group === 'anyone') await limit.giveBack('try-all', email, addressTries.perHour);
    },

    async resetChangeGuess(userId: string, email: string): Promise<void> {
      await limit.reset([['try-change', `${userId} ${email}`]]);
      await limit.giveBack('try-change-all', email, addressTries.perHour);
    },
  };
}

export type CodeLimits = ReturnType<typeof createCodeLimits>;
