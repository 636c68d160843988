/**
 * Limits how often codes may be requested and entered. An attacker's requests count against their network, browser and user
 * before the address (OWASP device cookies), so they can't lock its owner out.
 */
import { mailboxOf } from '#server/auth/limits/mail-limits.ts';
import { policies, type StoredRuleName, storedRules } from '#server/auth/limits/rules.ts';
import { createStoredLimits, type Use } from '#server/auth/limits/stored-limits.ts';
import { requireNoWait } from '#server/auth/refusal.ts';
import type { Services } from '#server/auth/sign-in.ts';
import type { Policy } from '#server/http/headers.ts';
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

const { codeEntries, codeRequests, recoveryCodes } = policies;

/**
 * Functions that count, and throw RATE_LIMITED beyond a limit. The demo sends no mails and its code is public, and all
 * visitors share its few addresses: there, only networks count.
 */
export function createCodeLimits({ database, hmac, settings }: Services) {
  const limit = createStoredLimits(database, hmac);

  /** Returns the uses so far of the last limit. */
  async function take(policy: Policy, ...uses: Use[]): Promise<number> {
    const { wait, level } = await limit.take(...uses);
    requireNoWait(wait, policy);
    return level;
  }

  /** Counts for each network of the client, smallest first. A rejection doesn't count for larger ones. */
  const takeFrom = (policy: Policy, rule: StoredRuleName, client: string): Promise<number> =>
    take(policy, ...clientNetworks(client).map(({ name, share }): Use => [rule, name, { share }]));

  async function takeOfAllMails(mailbox: string, level: number): Promise<void> {
    const period = Math.floor(Date.now() / 1_000 / hour);
    const varied = Buffer.from(hmac('mail variation', `${period} ${mailbox}`))[0] ?? 0;
    const most = level <= 1 ? storedRules['mail-all'].burst : repeatedMails;
    const available = most - (varied % (mailboxVariation + 1));
    const { wait } = await limit.take(['mail-all', mailbox, { available }]);
    requireNoWait(wait && mailboxWait, codeRequests);
  }

  /** A site may use all entries for its first attempt, and less with each further one. */
  async function takeOfAllEntries(
    rule: 'try-all' | 'try-change-all',
    email: string,
    level: number,
  ): Promise<void> {
    const available = Math.max(minimumEntries, Math.floor(storedRules[rule].burst / level));
    await take(codeEntries, [rule, email, { available }]);
  }

  return {
    /** Returns how many codes the network has requested. */
    countRequest: (client: string, group: BucketGroup): Promise<number> =>
      takeFrom(codeRequests, `send-${group}`, client),

    /** Counts a mail to sign in. `isHuman`: of other browsers than the user's, only the site counts. */
    async countMail(
      { email, client, isHuman }: { email: string; client: string; isHuman: boolean },
      group: BucketGroup,
      level: number,
    ): Promise<void> {
      if (settings.demo) return;
      const mailbox = mailboxOf(email);
      if (group === 'device') return void (await take(codeRequests, ['mail-device', mailbox]));
      const site = `${clientSite(client)} ${mailbox}`;
      const siteLevel = await take(codeRequests, ['mail-site', site]);
      if (!isHuman) await takeOfAllMails(mailbox, siteLevel);
      const { burst } = storedRules['send-all'];
      const available = level <= fewRequests ? burst : burst / 2;
      await take(codeRequests, ['send-all', '', { available }]);
    },

    async countChangeMail(userId: string, email: string, isHuman: boolean): Promise<void> {
      const mailbox = mailboxOf(email);
      const uses: Use[] = [
        ['change-mail', `${userId} ${mailbox}`],
        ['change-person', userId],
      ];
      const level = await take(codeRequests, ...uses);
      if (!isHuman) await takeOfAllMails(mailbox, level);
    },

    hasRequestedChange: (userId: string, email: string) =>
      limit.isUsed('change-mail', `${userId} ${mailboxOf(email)}`),

    /** Counts what is no guess of a code only against its network. */
    countOfNetwork: (
      rule: 'try' | 'passkey' | 'identity-provider' | 'secure-account',
      client: string,
    ): Promise<number> => takeFrom(codeEntries, rule, client),

    countRecoveryCode: (userId: string, pendingSignIn: string): Promise<number> =>
      take(
        recoveryCodes,
        ['recovery-code-pending', pendingSignIn],
        ['recovery-code-person', userId],
      ),

    async countGuess(
      { email, browser, client }: { email: string; browser: string; client: string },
      group: BucketGroup,
    ): Promise<void> {
      const isDevice = group === 'device';
      const uses: Use[] = isDevice
        ? [['try-device', email]]
        : [
            ['try-browser', `${browser} ${email}`],
            ['try-site', `${clientSite(client)} ${email}`],
          ];
      const level = settings.demo ? 0 : await take(codeEntries, ...uses);
      // A rejected browser doesn't use up its network's attempts.
      await takeFrom(codeEntries, 'try', client);
      if (!settings.demo && !isDevice) await takeOfAllEntries('try-all', email, level);
    },

    async countChangeGuess(userId: string, email: string, client: string): Promise<void> {
      const level = await take(codeEntries, ['try-change', `${userId} ${email}`]);
      await takeFrom(codeEntries, 'try', client);
      await takeOfAllEntries('try-change-all', email, level);
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
