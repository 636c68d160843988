/**
 * How often codes may be asked for and entered. What an attacker does is counted where the attacker is
 * (network, browser, signed-in person) before it counts for the address, so knowing somebody's address
 * is not enough to keep its owner out.
 *
 * Guessing: a code is one of a million, belongs to one browser and takes 3 tries. All browsers that are
 * not remembered share 49 tries for an address that refill with 50 a day: 99 in any 24 hours, a chance
 * below 1 in 10,000 (NIST SP 800-63B 3.2.2 allows 100 in a row). A remembered browser has signed in
 * before and has waits of its own, up to 100 wrong codes in a row.
 *
 * Sources: OWASP ASVS 5.0 6.3.1, 6.6.2–6.6.3; OWASP "Slow Down Online Guessing Attacks with Device Cookies".
 */

import { clientNetworks, clientSite } from '#server/auth/client-network.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import {
  bucket,
  growingWaits,
  type RateLimit,
  type Taken,
  windows,
} from '#server/auth/rate-limit.ts';
import { limits } from '#shared/limits.ts';
import { mailboxOf } from './mailbox.ts';

/** Whether the browser has signed in to the address before. Their limits are apart. */
export type BucketGroup = 'anyone' | 'device';

const hour = 60 * 60;
const day = 24 * hour;

/** Requests for codes from one client address. An office or a classroom signs in at the same time. */
const sends = { burst: 60, perHour: 1_000 };
/** The same from everywhere; networks that have asked for much already get half of it. */
const allSends = { burst: 2_000, perHour: 36_000 };
const fewSends = 3;

/** Mails to one mailbox, asked for from one site or by its remembered browsers. */
const mails = windows([
  { count: 1, seconds: limits.codeResendSeconds },
  { count: 20, seconds: day },
  { count: 5, seconds: hour },
]);
/** Mails to one mailbox from everywhere, and what is left of it to sites that mailed it this hour. */
const allMails = { burst: 28, perHour: 12 };
const furtherMails = 12;
/** The limit varies by up to so many mails, so that it does not tell whether the owner has asked. */
const mailsVariation = 4;
/** Constant, because the exact time would tell the same. */
const allMailsWait = hour / allMails.perHour;

/** Codes that a signed-in person asks for to change their address. */
const changes = windows([
  { count: 10, seconds: day },
  { count: 5, seconds: hour },
]);
const changeSpacing = windows([{ count: 1, seconds: limits.codeResendSeconds }]);

/** Codes entered from one client address, and sign-ins by an identity provider. */
const tries = { burst: 180, perHour: 3_000 };
const wrongCodes = growingWaits({
  free: limits.codeAttempts - 1,
  waits: [30, 60, 2 * 60, 5 * 60, 15 * 60, hour],
  most: 100,
  finalWait: day,
});
/** Codes for one address entered at one site: those of five mails an hour. */
const siteTries = windows([
  { count: 15, seconds: hour },
  { count: 30, seconds: day },
]);
const allTries = { burst: 49, perHour: 50 / 24 };
const fewTries = 15;
/** The first try of a site may use what is left for the address; its next ones get less and less. */
const triesRoom = (level: number) => Math.max(fewTries, Math.floor(allTries.burst / level));

export function createCodeLimits(limit: RateLimit, hmac: Hmac) {
  /** Counts for each network of the client, the smallest first: what it refuses costs no larger one. */
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

  /** Counts a mail to a mailbox for everybody together; `level` is what the asker has used already. */
  async function takeOfAllMails(mailbox: string, level: number): Promise<number> {
    const period = Math.floor(Date.now() / 1_000 / hour);
    const varied = Buffer.from(hmac('mail variation', `${period} ${mailbox}`))[0] ?? 0;
    const room = (level <= 1 ? allMails.burst : furtherMails) - (varied % (mailsVariation + 1));
    const rule = bucket(allMails.burst, allMails.perHour, room);
    const { wait } = await limit.takeOne('mail-all', mailbox, rule);
    return wait && allMailsWait;
  }

  const takeOfAllTries = async (what: string, email: string, level: number) =>
    (await limit.takeOne(what, email, bucket(allTries.burst, allTries.perHour, triesRoom(level))))
      .wait;

  // Each of these returns the seconds to wait, 0 for none.
  return {
    /** Counts a request for a code; `level` is how much its network has asked for lately. */
    countSend: (client: string, group: BucketGroup): Promise<Taken> =>
      takeFrom(`send-${group}`, client, sends),

    /** Counts a mail that is to be sent to a browser not remembered; `level` is that of its network. */
    async countAllSends(level: number): Promise<number> {
      const room = level <= fewSends ? allSends.burst : allSends.burst / 2;
      const all = bucket(allSends.burst, allSends.perHour, room);
      return (await limit.takeOne('send-all', '', all)).wait;
    },

    /** Counts a mail to `email` that a browser asked for which has signed in there before. */
    async countMailToDevice(email: string): Promise<number> {
      return (await limit.takeOne('mail-device', mailboxOf(email), mails)).wait;
    },

    /** Counts a mail to `email` that any other browser asked for. With a captcha, sites alone count. */
    async countMail(email: string, client: string, isHuman: boolean): Promise<number> {
      const mailbox = mailboxOf(email);
      const own = await limit.takeOne('mail-site', `${clientSite(client)} ${mailbox}`, mails);
      return own.wait || isHuman ? own.wait : takeOfAllMails(mailbox, own.level);
    },

    /** Counts a mail to `email` that a signed-in person asked for to move there. */
    async countChangeMail(userId: string, email: string, isHuman: boolean): Promise<number> {
      const mailbox = mailboxOf(email);
      const own = await limit.take([
        ['change-mail', `${userId} ${mailbox}`, changeSpacing],
        ['change-person', userId, changes],
      ]);
      return own.wait || isHuman ? own.wait : takeOfAllMails(mailbox, own.level);
    },

    /** Whether that person has asked for a code for `email`. */
    hasAskedToChange: (userId: string, email: string) =>
      limit.isUsed('change-mail', `${userId} ${mailboxOf(email)}`),

    /** Counts an entered code for its network alone: the demo has no code to guess. */
    countTry: async (client: string) => (await takeFrom('try', client, tries)).wait,

    /** Counts a sign-in that comes back from an identity provider. */
    countProvider: async (client: string) => (await takeFrom('provider', client, tries)).wait,

    /**
     * Counts a code as wrong that is entered in a browser which has signed in to `email` before. What the
     * browser may not enter costs its network nothing: others sign in from there.
     */
    async countGuessOfDevice(email: string, client: string): Promise<number> {
      const own = await limit.takeOne('try-device', email, wrongCodes);
      return own.wait || (await takeFrom('try', client, tries)).wait;
    },

    /** Counts a code for `email` as wrong that any other browser enters, which was mailed one. */
    async countGuess(email: string, browser: string, client: string): Promise<number> {
      const own = await limit.take([
        ['try-browser', `${browser} ${email}`, wrongCodes],
        ['try-site', `${clientSite(client)} ${email}`, siteTries],
      ]);
      const wait = own.wait || (await takeFrom('try', client, tries)).wait;
      return wait || takeOfAllTries('try-all', email, own.level);
    },

    /** Counts a code as wrong with which a person moves to `email`. */
    async countChangeGuess(userId: string, email: string, client: string): Promise<number> {
      const own = await limit.takeOne('try-change', `${userId} ${email}`, wrongCodes);
      const wait = own.wait || (await takeFrom('try', client, tries)).wait;
      return wait || takeOfAllTries('try-change-all', email, own.level);
    },

    /** Takes the guess back that `browser` entered for `email`: it was right. */
    async resetGuess(email: string, browser: string, group: BucketGroup): Promise<void> {
      await limit.forget([
        ['try-browser', `${browser} ${email}`],
        ['try-device', email],
      ]);
      if (group === 'anyone') await limit.giveBack('try-all', email, allTries.perHour);
    },

    /** The same of a change of address. */
    async resetChangeGuess(userId: string, email: string): Promise<void> {
      await limit.forget([['try-change', `${userId} ${email}`]]);
      await limit.giveBack('try-change-all', email, allTries.perHour);
    },
  };
}

export type CodeLimits = ReturnType<typeof createCodeLimits>;
