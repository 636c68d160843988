/**
 * How often a code may be asked for and entered. The counters live in PostgreSQL, shared by all
 * instances; each check is one statement that counts and decides at once, so a thousand requests at
 * the same moment get no more than one after the other. A new code resets nothing.
 *
 * Sources: the figures are the project's (README, decisions); OWASP ASVS 5.0 6.3.1 (brute force),
 * 6.5.5 and 6.6.2–6.6.3 (life, binding and rate of codes), NIST SP 800-63B 3.2.2 (100 in a row).
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { limits } from '#shared/limits.ts';
import type { KeyedHash } from './keyed-hash.ts';

/**
 * Whose tries are counted together. What one does never uses up what another has: a browser that
 * signed in before has a budget of its own, and who has not been sent a code cannot spend the tries
 * of those who have.
 */
export type Audience = 'anyone' | 'device' | 'stranger' | 'change';

const hour = 60 * 60;
const day = 24 * hour;

/** Mails to one address: at most so many in so many seconds. */
const mailRules = [
  { count: 1, seconds: limits.codeResendSeconds },
  { count: 5, seconds: hour },
  { count: 20, seconds: day },
];
const mailsKept = 20;

/** Wrong codes in a row that cost no waiting, and the waits after each further one, in seconds. */
const freeTries = limits.codeAttempts - 1;
const waits = [30, 60, 2 * 60, 5 * 60, 15 * 60, hour];
/** After so many wrong codes in a row there is one try a day. */
const mostInARow = 100;

/** Requests in an hour from one client address: an office behind one address stays below it. */
const hourlySends = 1_000;
const hourlyTries = 3_000;

const seconds = (count: Prisma.Sql | number) => Prisma.sql`make_interval(secs => ${count})`;

/** A row `b` of the table: when it is free again, and what becomes of it when it is used. */
type Rule = { freeAt: Prisma.Sql; times: Prisma.Sql; count: Prisma.Sql };

const mails: Rule = {
  freeAt: Prisma.sql`greatest(${Prisma.join(
    mailRules.map(
      ({ count, seconds: span }) => Prisma.sql`b."times"[${count}::int] + ${seconds(span)}`,
    ),
  )})`,
  times: Prisma.sql`(array_prepend(now(), b."times"))[1:${mailsKept}::int]`,
  count: Prisma.sql`b."count" + 1`,
};

const tries: Rule = {
  freeAt: Prisma.sql`b."times"[1] + ${seconds(Prisma.sql`CASE
    WHEN b."count" <= ${freeTries}::int THEN 0
    WHEN b."count" >= ${mostInARow}::int THEN ${day}::int
    ELSE (ARRAY[${Prisma.join(waits)}]::int[])[least(b."count" - ${freeTries}::int, ${waits.length}::int)] END`)}`,
  times: Prisma.sql`ARRAY[now()]`,
  count: Prisma.sql`b."count" + 1`,
};

function perHour(most: number): Rule {
  const isOver = Prisma.sql`b."times"[1] + ${seconds(hour)} <= now()`;
  return {
    freeAt: Prisma.sql`CASE WHEN b."count" < ${most}::int THEN now() ELSE b."times"[1] + ${seconds(hour)} END`,
    times: Prisma.sql`CASE WHEN ${isOver} THEN ARRAY[now()] ELSE b."times" END`,
    count: Prisma.sql`CASE WHEN ${isOver} THEN 1 ELSE b."count" + 1 END`,
  };
}

const sendsPerHour = perHour(hourlySends);
const triesPerHour = perHour(hourlyTries);

/** An IPv6 network belongs to one customer: its first half counts as one address (RFC 6177). */
function network(clientAddress: string): string {
  if (!clientAddress.includes(':')) return clientAddress;
  const [head = '', tail = ''] = clientAddress.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

export function createCodeBudget(database: Database, hash: KeyedHash) {
  const keyOf = (what: string, whose: string) => `${what}:${hash(`budget ${what}`, whose)}`;

  /** Takes what is counted under `key` once; or says how many seconds to wait. */
  async function take(key: string, { freeAt, times, count }: Rule): Promise<number> {
    const ticket = randomUUID();
    const isFree = Prisma.sql`coalesce(${freeAt} <= now(), true)`;
    const [row] = await database.$queryRaw<{ granted: boolean; wait: number | null }[]>`
      INSERT INTO "code_budget" AS b ("key", "times", "count", "ticket")
      VALUES (${key}, ARRAY[now()], 1, ${ticket})
      ON CONFLICT ("key") DO UPDATE SET
        "times" = CASE WHEN ${isFree} THEN ${times} ELSE b."times" END,
        "count" = CASE WHEN ${isFree} THEN ${count} ELSE b."count" END,
        "ticket" = CASE WHEN ${isFree} THEN excluded."ticket" ELSE b."ticket" END
      RETURNING b."ticket" = ${ticket} AS "granted",
        ceil(extract(epoch FROM ${freeAt} - now()))::int AS "wait"`;
    return row?.granted ? 0 : Math.max(1, row?.wait ?? 1);
  }

  return {
    /** Counts a request for a code from `clientAddress`. Each of these returns the seconds to wait, 0 for none. */
    countSend: (clientAddress: string) =>
      take(keyOf('send-from', network(clientAddress)), sendsPerHour),

    /** Counts a mail to `email`. */
    countMail: (email: string, audience: Audience) => take(keyOf(`mail-${audience}`, email), mails),

    /** Counts an entered code, right or wrong, from `clientAddress`. */
    countTry: (clientAddress: string) =>
      take(keyOf('try-from', network(clientAddress)), triesPerHour),

    /** Counts a code for `email` as wrong; `reset` takes it back when it was right. */
    countGuess: (email: string, audience: Audience) => take(keyOf(`try-${audience}`, email), tries),

    /** Forgets the wrong codes for `email`: the right one was entered. */
    async reset(email: string, audiences: readonly Audience[]): Promise<void> {
      const keys = audiences.map((audience) => keyOf(`try-${audience}`, email));
      await database.codeBudget.deleteMany({ where: { key: { in: keys } } });
    },
  };
}

export type CodeBudget = ReturnType<typeof createCodeBudget>;
