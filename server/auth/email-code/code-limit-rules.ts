/**
 * Limits used by code-limits.ts. A code is one of a million, belongs to one browser and allows 3 attempts. Browsers
 * without a device cookie share 49 attempts per address, refilled at 50 a day: 99 in 24 hours, a chance below 1 in
 * 10,000 (NIST SP 800-63B 3.2.2 allows 100 in a row). A browser with a device cookie has separate limits, up to 100
 * wrong codes in a row.
 *
 * Sources: OWASP ASVS 5.0 6.3.1, 6.6.2–6.6.3; OWASP "Slow Down Online Guessing Attacks with Device
 * Cookies".
 */
import { growingWaits, windows } from '#server/auth/limits/rate-limit.ts';
import { limits } from '#shared/limits.ts';

export const hour = 60 * 60;
const day = 24 * hour;

/** Code requests from one client address: an office or a classroom may sign in at the same time. */
export const networkRequests = { burst: 60, perHour: 1_000 };
/** Code requests from all networks. A network with more than `fewRequests` may use half of it. */
export const allRequests = { burst: 2_000, perHour: 36_000 };
export const fewRequests = 3;

/** Mails to one mailbox, requested from one site or by browsers with a device cookie for it. */
export const mailboxWindows = windows([
  { count: 1, seconds: limits.codeResendSeconds },
  { count: 20, seconds: day },
  { count: 5, seconds: hour },
]);
/** Mails to one mailbox in total. Sites that mailed it within the hour may use up to `repeatedMails`. */
export const mailboxBucket = { burst: 28, perHour: 12 };
export const repeatedMails = 12;
/** The limit varies by up to this many mails, so that it doesn't reveal whether the owner requested one. */
export const mailboxVariation = 4;
/** Seconds to wait. Constant, because the exact time would reveal the same. */
export const mailboxWait = hour / mailboxBucket.perHour;

export const changeWindows = windows([
  { count: 10, seconds: day },
  { count: 5, seconds: hour },
]);
export const changeSpacing = windows([{ count: 1, seconds: limits.codeResendSeconds }]);

/**
 * Limits of codes as shown to clients. Limits per address are hidden, because they would reveal other
 * people's requests.
 */
const policyOf = (name: string, { burst, perHour }: typeof networkRequests) => ({
  name,
  limit: burst,
  windowSeconds: (burst / perHour) * hour,
});

export const networkTries = { burst: 180, perHour: 3_000 };
export const requestPolicy = policyOf('code-requests', networkRequests);
export const entryPolicy = policyOf('code-entries', networkTries);

export const wrongCodes = growingWaits({
  free: limits.codeAttempts - 1,
  waits: [30, 60, 2 * 60, 5 * 60, 15 * 60, hour],
  maxUses: 100,
  finalWait: day,
});
export const siteTryWindows = windows([
  { count: 15, seconds: hour },
  { count: 30, seconds: day },
]);
export const addressTries = { burst: 49, perHour: 50 / 24 };
export const minimumTries = 15;
/** The part of `addressTries` a site may use: all for its first attempt, less with each further one. */
export const availableTries = (level: number) =>
  Math.max(minimumTries, Math.floor(addressTries.burst / level));
/** Entered recovery codes: of one pending sign-in, and of one user. A code has 54 bits. */
export const pendingRecoveryTries = windows([{ count: 5, seconds: hour }]);
export const recoveryTries = windows([
  { count: 20, seconds: day },
  { count: 10, seconds: hour },
]);
export const recoveryPolicy = { name: 'recovery-codes', limit: 10, windowSeconds: hour };
