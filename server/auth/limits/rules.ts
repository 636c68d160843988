/**
 * Every limit. Points and writes are counted in memory (limit.ts); codes and mails in rows, in the transaction that uses
 * them (stored-limits.ts). Wrong access tokens are counted in memory, too.
 *
 * A code is one of a million, belongs to one browser and allows 3 attempts. Browsers without a device cookie share 49
 * attempts per address, refilled at 50 a day: 99 in 24 hours, a chance below 1 in 10,000 (NIST SP 800-63B 3.2.2 allows 100 in
 * a row). A browser with a device cookie has separate limits, up to 100 wrong codes in a row.
 *
 * Sources: OWASP ASVS 5.0 6.3.1, 6.6.2–6.6.3; OWASP "Slow Down Online Guessing Attacks with Device Cookies".
 */
import type { Policy } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export type Rule = Policy & {
  windowSeconds: number;
  /** Counted by all processes of an instance together, not by each. */
  isShared?: true;
};

/** Counted in memory. */
export function rulesOf(settings: Pick<Settings, 'pointsPerMinute' | 'mutationsPerMinute'>) {
  const shared = { windowSeconds: minute, isShared: true } as const;
  return {
    /** What documents cost: of a person, or of an anonymous network. */
    points: { name: 'points', limit: settings.pointsPerMinute, windowSeconds: minute },
    /** Of a person or of an anonymous network. All access tokens of a person share one. */
    mutations: { name: 'mutations', limit: settings.mutationsPerMinute, ...shared },
    /** Writes under /api/auth that have no stored limit, of a network. */
    auth: { name: 'auth', limit: settings.mutationsPerMinute, ...shared },
    /** List exports that a person starts. */
    listExports: { name: 'exports', limit: 6, ...shared },
    wrongTokens,
  } satisfies Record<string, Rule>;
}

/** Wrong access tokens of a network. */
export const wrongTokens: Rule = { name: 'wrong-tokens', limit: 30, windowSeconds: minute };

export type RuleName = keyof ReturnType<typeof rulesOf>;

/** Refills evenly. Networks have it multiplied by their share. */
export type Bucket = { burst: number; perHour: number };
/** At most `count` uses in `seconds`, for each. The level is the last one's. */
export type Windows = readonly { count: number; seconds: number }[];
/** Waits that grow with every use until the row is deleted. */
export type GrowingWaits = {
  free: number;
  /** Seconds to wait after each further use. The last value repeats. */
  waits: readonly number[];
  maxUses: number;
  finalWait: number;
};

export type StoredRule = Bucket | Windows | GrowingWaits;

/** An office or a classroom may sign in at the same time. */
const networkRequests: Bucket = { burst: 60, perHour: 1_000 };
const networkEntries: Bucket = { burst: 180, perHour: 3_000 };
/** Requested from one site, or by browsers with a device cookie for the mailbox. */
const mailboxWindows: Windows = [
  { count: 1, seconds: limits.codeResendSeconds },
  { count: 20, seconds: day },
  { count: 5, seconds: hour },
];
const addressEntries: Bucket = { burst: 49, perHour: 50 / 24 };
const wrongCodes: GrowingWaits = {
  free: limits.codeAttempts - 1,
  waits: [30, minute, 2 * minute, 5 * minute, 15 * minute, hour],
  maxUses: 100,
  finalWait: day,
};

export const mailsPerDay = 20;

/** Counted in rows, whose keys begin with these names. */
export const storedRules = {
  /** Requests of codes from a network, by browsers without and with a device cookie; and from all networks. */
  'send-anyone': networkRequests,
  'send-device': networkRequests,
  'send-all': { burst: 2_000, perHour: 36_000 },

  /** Codes mailed to a mailbox: by browsers with a device cookie, from one site, and in total. */
  'mail-device': mailboxWindows,
  'mail-site': mailboxWindows,
  'mail-all': { burst: 28, perHour: 12 },

  /** Codes mailed to change an address: by a person to one mailbox, and by a person. Changes of an address. */
  'change-mail': [{ count: 1, seconds: limits.codeResendSeconds }],
  'change-person': [
    { count: 10, seconds: day },
    { count: 5, seconds: hour },
  ],
  'email-changes': [{ count: limits.emailChangesPerDay, seconds: day }],

  /** Sign-ins and codes entered from a network. */
  try: networkEntries,
  passkey: networkEntries,
  'identity-provider': networkEntries,
  'secure-account': networkEntries,

  /** Codes entered for an address: by a browser, from a site, and in total. */
  'try-device': wrongCodes,
  'try-browser': wrongCodes,
  'try-site': [
    { count: 15, seconds: hour },
    { count: 30, seconds: day },
  ],
  'try-all': addressEntries,
  'try-change': wrongCodes,
  'try-change-all': addressEntries,

  /** Recovery codes entered: of one pending sign-in, and of one user. A code has 54 bits. */
  'recovery-code-pending': [{ count: 5, seconds: hour }],
  'recovery-code-person': [
    { count: 20, seconds: day },
    { count: 10, seconds: hour },
  ],

  /** Invitations that a person sends. */
  'organizationInvitation sender': { burst: 100, perHour: 20 },
  'userInvitation sender': { burst: 1_000, perHour: 200 },
  /** Repeated invitations of one user, however many managers send them. */
  'user invitation': [
    { count: 1, seconds: limits.repeatSeconds },
    { count: limits.invitationsPerDay, seconds: day },
  ],

  /** Mails of a kind to a mailbox. */
  mailbox: [{ count: mailsPerDay, seconds: day }],
} as const satisfies Record<string, StoredRule>;

export type StoredRuleName = keyof typeof storedRules;

const bucketPolicy = (name: string, { burst, perHour }: Bucket) => ({
  name,
  limit: burst,
  windowSeconds: (burst / perHour) * hour,
});

/** Stored limits as shown to clients. Limits per address are hidden, because they would reveal other people's requests. */
export const policies = {
  codeRequests: bucketPolicy('code-requests', networkRequests),
  codeEntries: bucketPolicy('code-entries', networkEntries),
  recoveryCodes: { name: 'recovery-codes', limit: 10, windowSeconds: hour },
  userInvitations: {
    name: 'user-invitations',
    limit: limits.invitationsPerDay,
    windowSeconds: day,
  },
} satisfies Record<string, Policy>;
