/**
 * Limits counted in the table "rate_limit", by all instances, in the caller's transaction. Each check counts and decides in
 * one statement, so concurrent requests get no more than sequential ones.
 */
import { randomUUID } from 'node:crypto';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import {
  type Bucket,
  type GrowingWaits,
  type StoredRule,
  type StoredRuleName,
  storedRules,
  type Windows,
} from './rules.ts';

type Scale = {
  /** Multiplies a bucket. */
  share?: number;
  /** Uses of a bucket that may be taken. Defaults to all. */
  available?: number;
};

export type Use = readonly [rule: StoredRuleName, whose: string, scale?: Scale];

/** `wait`: seconds, or 0. `level`: uses so far. */
export type Turn = { wait: number; level: number };

/** SQL of a rule: the times of a new row, of the next use, when that is possible, and the level. */
type Counting = Record<'first' | 'times' | 'freeAt' | 'level', Prisma.Sql>;

const now = Prisma.sql`ARRAY[now()]`;
const seconds = (count: Prisma.Sql | number) =>
  Prisma.sql`make_interval(secs => ${count}::double precision)`;

/** Stored as the time when the bucket is full again (generic cell rate algorithm). */
function countBucket({ burst, perHour }: Bucket, { share = 1, available }: Scale): Counting {
  const each = 3_600 / (perHour * share);
  const size = burst * share;
  return {
    first: Prisma.sql`ARRAY[now() + ${seconds(each)}]`,
    times: Prisma.sql`ARRAY[greatest(b."times"[1], now()) + ${seconds(each)}]`,
    freeAt: Prisma.sql`b."times"[1] - ${seconds(each * (Math.min(available ?? size, size) - 1))}`,
    level: Prisma.sql`extract(epoch FROM b."times"[1] - now()) / ${each}::double precision`,
  };
}

function countWindows(windows: Windows): Counting {
  const maxTimes = Math.max(...windows.map(({ count }) => count));
  const free = windows.map(
    ({ count, seconds: span }) => Prisma.sql`b."times"[${count}::int] + ${seconds(span)}`,
  );
  return {
    first: now,
    times: Prisma.sql`(array_prepend(now(), b."times"))[1:${maxTimes}::int]`,
    freeAt: Prisma.sql`greatest(${Prisma.join(free)})`,
    level: Prisma.sql`(SELECT count(*) FROM unnest(b."times") AS "time"
      WHERE "time" > now() - ${seconds(windows.at(-1)?.seconds ?? 0)})`,
  };
}

function countWaits({ free, waits, maxUses, finalWait }: GrowingWaits): Counting {
  return {
    first: now,
    times: now,
    freeAt: Prisma.sql`b."times"[1] + ${seconds(Prisma.sql`(CASE
      WHEN b."count" <= ${free}::int THEN 0
      WHEN b."count" >= ${maxUses}::int THEN ${finalWait}::int
      ELSE (ARRAY[${Prisma.join(waits)}]::int[])[least(b."count" - ${free}::int, ${waits.length}::int)] END)`)}`,
    level: Prisma.sql`b."count"`,
  };
}

function countingOf(rule: StoredRule, scale: Scale): Counting {
  if ('burst' in rule) return countBucket(rule, scale);
  return 'waits' in rule ? countWaits(rule) : countWindows(rule);
}

type Store = Pick<Database, '$executeRaw' | '$queryRaw' | 'rateLimit'>;

/** Limits in `database`, or in a transaction. Stores clients and addresses as HMACs. */
export function createStoredLimits(database: Store, hmac: Hmac) {
  // The HMAC purpose keeps its original name, since renaming it would reset the limits in use.
  const purposeOf = (rule: StoredRuleName) => `budget ${rule}`;
  const keyOf = (rule: StoredRuleName, whose: string) => `${rule}:${hmac(purposeOf(rule), whose)}`;

  function step([rule, whose, scale = {}]: Use, place: number, ticket: string): Prisma.Sql {
    const { first, times, freeAt, level } = countingOf(storedRules[rule], scale);
    const isFree = Prisma.sql`coalesce(${freeAt} <= now(), true)`;
    const before = place
      ? Prisma.sql`FROM ${Prisma.raw(`step${place - 1}`)} WHERE "granted"`
      : Prisma.empty;
    return Prisma.sql`${Prisma.raw(`step${place}`)} AS (
      INSERT INTO "rate_limit" AS b ("key", "times", "count", "ticket")
      SELECT ${keyOf(rule, whose)}::text, ${first}, 1, ${ticket}::text ${before}
      ON CONFLICT ("key") DO UPDATE SET
        "times" = CASE WHEN ${isFree} THEN ${times} ELSE b."times" END,
        "count" = CASE WHEN ${isFree} THEN b."count" + 1 ELSE b."count" END,
        "ticket" = CASE WHEN ${isFree} THEN excluded."ticket" ELSE b."ticket" END
      RETURNING ${place}::int AS "place", b."ticket" = ${ticket} AS "granted",
        ceil(extract(epoch FROM ${freeAt} - now()))::int AS "wait",
        round(${level})::int AS "level")`;
  }

  return {
    /** Uses each limit once, in order, until one rejects. Returns the result of the last one used. */
    async take(...uses: readonly Use[]): Promise<Turn> {
      const ticket = randomUUID();
      const steps = uses.map((use, place) => step(use, place, ticket));
      const results = uses.map((_use, place) => Prisma.sql`TABLE ${Prisma.raw(`step${place}`)}`);
      const [row] = await database.$queryRaw<
        { granted: boolean; wait: number | null; level: number }[]
      >`WITH ${Prisma.join(steps)} ${Prisma.join(results, ' UNION ALL ')}
        ORDER BY "place" DESC LIMIT 1`;
      return { wait: row?.granted ? 0 : Math.max(1, row?.wait ?? 1), level: row?.level ?? 1 };
    },

    /** Takes back a use of a bucket. */
    async giveBack(rule: 'try-all' | 'try-change-all', whose: string): Promise<void> {
      await database.$executeRaw`
        UPDATE "rate_limit" SET "times" = ARRAY["times"[1] - ${seconds(3_600 / storedRules[rule].perHour)}]
        WHERE "key" = ${keyOf(rule, whose)}`;
    },

    async isUsed(rule: StoredRuleName, whose: string): Promise<boolean> {
      const keys = hmac.accepted(purposeOf(rule), whose).map((text) => `${rule}:${text}`);
      return (await database.rateLimit.count({ where: { key: { in: keys } } })) > 0;
    },

    async reset(...uses: readonly (readonly [rule: StoredRuleName, whose: string])[]) {
      const keys = uses.map(([rule, whose]) => keyOf(rule, whose));
      await database.rateLimit.deleteMany({ where: { key: { in: keys } } });
    },
  };
}
