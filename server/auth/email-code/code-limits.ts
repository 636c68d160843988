/**
 * Limits how often codes may be requested and entered. An attacker's requests count against their network, browser and user
 * before the address (OWASP device cookies), so they can't lock its owner out.
 */
import { mailboxOf } from '#server/auth/limits/mail-limits.ts';
import { type StoredRuleName, storedRules } from '#server/auth/limits/rules.ts';
import { createStoredLimits, type Taken, type Use } from '#server/auth/limits/stored-limits.ts';
import type { Services } from '#server/auth/sign-in.ts';
import { clientNetworks, clientSite } from '#server/network/client-address.ts';

export type BucketGroup = 'anyone' | 'device';

const hour = 60 * 60;

/** Networks with more requests than this may use half of the requests of all. */
const fewRequests = 3;
/** Sites that mailed a mailbox within the hour may use up to this many of its mails. */
const repeatedMails = 12;
/** The mails of a mailbox vary by up to this many, so that they don't reveal whether the owner requested one. */
const mailboxVariation = 4;
/** Seconds to wait. Constant, because the exact time would reveal the same. */
const mailboxWait = hour / storedRules['mail-all'].perHour;
const minimumEntries = 15;

/** The demo sends no mails and its code is public, and all visitors share its few addresses: there, only networks count. */
export function createCodeLimits({ database, hmac, settings }: Services) {
  const limit = createStoredLimits(database, hmac);

  /** Counts for each network of the client, smallest first. A rejection doesn't count for larger ones. */
  const takeFrom = (rule: StoredRuleName, client: string): Promise<Taken> =>
    limit.take(...clientNetworks(client).map(({ name, share }): Use => [rule, name, { share }]));

  const waitOf = async (rule: StoredRuleName, client: string) =>
    (await takeFrom(rule, client)).wait;

  async function takeOfAllMails(mailbox: string, level: number): Promise<number> {
    const period = Math.floor(Date.now() / 1_000 / hour);
    const varied = Buffer.from(hmac('mail variation', `${period} ${mailbox}`))[0] ?? 0;
    const most = level <= 1 ? storedRules['mail-all'].burst : repeatedMails;
    const available = most - (varied % (mailboxVariation + 1));
    const { wait } = await limit.take(['mail-all', mailbox, { available }]);
    return wait && mailboxWait;
  }

  /** A site may use all entries for its first attempt, and less with each further one. */
  async function takeOfAllEntries(
    rule: 'try-all' | 'try-change-all',
    email: string,
    level: number,
  ): Promise<number> {
    const available = Math.max(minimumEntries, Math.floor(storedRules[rule].burst / level));
    return (await limit.take([rule, email, { available }])).wait;
  }

  // All numbers are seconds to wait; 0 means granted.
  return {
    countRequest: (client: string, group: BucketGroup): Promise<Taken> =>
      takeFrom(`send-${group}`, client),

    /** Counts a mail to sign in. For a proven human, of other browsers than the user's, only the site counts. */
    async countMail(
      { email, client, isHuman }: { email: string; client: string; isHuman: boolean },
      group: BucketGroup,
      level: number,
    ): Promise<number> {
      if (settings.demo) return 0;
      const mailbox = mailboxOf(email);
      if (group === 'device') return (await limit.take(['mail-device', mailbox])).wait;
      const own = await limit.take(['mail-site', `${clientSite(client)} ${mailbox}`]);
      const wait = own.wait || (isHuman ? 0 : await takeOfAllMails(mailbox, own.level));
      if (wait) return wait;
      const { burst } = storedRules['send-all'];
      const available = level <= fewRequests ? burst : burst / 2;
      return (await limit.take(['send-all', '', { available }])).wait;
    },

    async countChangeMail(userId: string, email: string, isHuman: boolean): Promise<number> {
      const mailbox = mailboxOf(email);
      const own = await limit.take(
        ['change-mail', `${userId} ${mailbox}`],
        ['change-person', userId],
      );
      return own.wait || isHuman ? own.wait : takeOfAllMails(mailbox, own.level);
    },

    hasRequestedChange: (userId: string, email: string) =>
      limit.isUsed('change-mail', `${userId} ${mailboxOf(email)}`),

    /** Counts what is no guess of a code only against its network. */
    countOfNetwork: (
      rule: 'try' | 'passkey' | 'provider' | 'secure-account',
      client: string,
    ): Promise<number> => waitOf(rule, client),

    async countRecoveryCode(userId: string, pendingSignIn: string): Promise<number> {
      const { wait } = await limit.take(
        ['recovery-pending', pendingSignIn],
        ['recovery-person', userId],
      );
      return wait;
    },

    async countGuess(
      { email, browser, client }: { email: string; browser: string; client: string },
      group: BucketGroup,
    ): Promise<number> {
      if (settings.demo) return waitOf('try', client);
      const isDevice = group === 'device';
      const uses: Use[] = isDevice
        ? [['try-device', email]]
        : [
            ['try-browser', `${browser} ${email}`],
            ['try-site', `${clientSite(client)} ${email}`],
          ];
      const own = await limit.take(...uses);
      // A rejected browser doesn't use up its network's attempts.
      const wait = own.wait || (await waitOf('try', client));
      return wait || isDevice ? wait : takeOfAllEntries('try-all', email, own.level);
    },

    async countChangeGuess(userId: string, email: string, client: string): Promise<number> {
      const own = await limit.take(['try-change', `${userId} ${email}`]);
      const wait = own.wait || (await waitOf('try', client));
      return wait || takeOfAllEntries('try-change-all', email, own.level);
    },

    async resetGuess(email: string, browser: string, group: BucketGroup): Promise<void> {
      await limit.reset(['try-browser', `${browser} ${email}`], ['try-device', email]);
      if (group === 'anyone') await limit.giveBack('try-all', email);
    },

    async resetChangeGuess(userId: string, email: string): Promise<void> {
      await limit.reset(['try-change', `${userId} ${email}`]);
      await limit.giveBack('try-change-all', email);
    },
  };
}

export type CodeLimits = ReturnType<typeof createCodeLimits>;
