/**
 * Rate limits shared by all instances, in the table "rate_limit". Each check counts and decides in
 * one statement, so concurrent requests get no more than sequential ones.
 */
import { randomUUID } from 'node:crypto';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

type Rule = {
  first: Prisma.Sql;
  times: Prisma.Sql;
  freeAt: Prisma.Sql;
  level: Prisma.Sql;
};

export type Use = readonly [what: string, whose: string, rule: Rule];

export type Taken = {
  wait: number;
  level: number;
};

const now = Prisma.sql`ARRAY[now()]`;
const seconds = (count: Prisma.Sql | number) =>
  Prisma.sql`make_interval(secs => ${count}::double precision)`;

/**
 * A bucket of `size` uses that refills evenly at `perHour`, stored as the time it is full again
 * (generic cell rate algorithm). Grants `uses` together, if at most `available` are then in use.
 */
export function bucket(size: number, perHour: number, available = size, uses = 1): Rule {
  const each = 3_600 / perHour;
  return {
    first: Prisma.sql`ARRAY[now() + ${seconds(each * uses)}]`,
    times: Prisma.sql`ARRAY[greatest(b."times"[1], now()) + ${seconds(each * uses)}]`,
    freeAt: Prisma.sql`b."times"[1] - ${seconds(each * (Math.min(available, size) - uses))}`,
    level: Prisma.sql`extract(epoch FROM b."times"[1] - now()) / ${each}::double precision`,
  };
}

/** Grants at most `count` uses in `seconds`, for each of `limits`. The level is the last one's. */
export function windows(limits: readonly { count: number; seconds: number }[]): Rule {
  const most = Math.max(...limits.map(({ count }) => count));
  const longest = limits.at(-1)?.seconds ?? 0;
  return {
    first: now,
    times: Prisma.sql`(array_prepend(now(), b."times"))[1:${most}::int]`,
    freeAt: Prisma.sql`greatest(${Prisma.join(
      limits.map(
        ({ count, seconds: span }) => Prisma.sql`b."times"[${count}::int] + ${seconds(span)}`,
      ),
    )})`,
    level: Prisma.sql`(SELECT count(*) FROM unnest(b."times") AS "time"
      WHERE "time" > now() - ${seconds(longest)})`,
  };
}

type Waits = {
  free: number;
  /** Seconds to wait after each further use. The last value repeats. */
  waits: readonly number[];
  maxUses: number;
  finalWait: number;
};

/** Waits that grow with every use until the row is deleted. */
export function growingWaits({ free, waits, maxUses, finalWait }: Waits): Rule {
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

type Store = Pick<Database, '$executeRaw' | '$queryRaw' | 'rateLimit'>;

/** Rate limits in `database`, or in a transaction. Stores clients and addresses as HMACs. */
export function createRateLimit(database: Store, hmac: Hmac) {
  // The HMAC purpose keeps its original name, since renaming it would reset the limits in use.
  const purposeOf = (what: string) => `budget ${what}`;
  const keyOf = (what: string, whose: string) => `${what}:${hmac(purposeOf(what), whose)}`;

  function step([what, whose, rule]: Use, place: number, ticket: string): Prisma.Sql {
    const isFree = Prisma.sql`coalesce(${rule.freeAt} <= now(), true)`;
    const before = place
      ? Prisma.sql`FROM ${Prisma.raw(`step${place - 1}`)} WHERE "granted"`
      : Prisma.empty;
    return Prisma.sql`${Prisma.raw(`step${place}`)} AS (
      INSERT INTO "rate_limit" AS b ("key", "times", "count", "ticket")
      SELECT ${keyOf(what, whose)}::text, ${rule.first}, 1, ${ticket}::text ${before}
      ON CONFLICT ("key") DO UPDATE SET
        "times" = CASE WHEN ${isFree} THEN ${rule.times} ELSE b."times" END,
        "count" = CASE WHEN ${isFree} THEN b."count" + 1 ELSE b."count" END,
        "ticket" = CASE WHEN ${isFree} THEN excluded."ticket" ELSE b."ticket" END
      RETURNING ${place}::int AS "place", b."ticket" = ${ticket} AS "granted",
        ceil(extract(epoch FROM ${rule.freeAt} - now()))::int AS "wait",
        round(${rule.level})::int AS "level")`;
  }

  /** Uses each limit once, in order, until one rejects. Returns the result of the last one used. */
  async function take(uses: readonly Use[]): Promise<Taken> {
    const ticket = randomUUID();
    const steps = uses.map((use, place) => step(use, place, ticket));
    const results = uses.map((_use, place) => Prisma.sql`TABLE ${Prisma.raw(`step${place}`)}`);
    const [row] = await database.$queryRaw<
      { granted: boolean; wait: number | null; level: number }[]
    >`WITH ${Prisma.join(steps)} ${Prisma.join(results, ' UNION ALL ')}
      ORDER BY "place" DESC LIMIT 1`;
    return { wait: row?.granted ? 0 : Math.max(1, row?.wait ?? 1), level: row?.level ?? 1 };
  }

  return {
    take,

    takeOne: (what: string, whose: string, rule: Rule) => take([[what, whose, rule]]),

    async giveBack(what: string, whose: string, perHour: number): Promise<void> {
      await database.$executeRaw`
        UPDATE "rate_limit" SET "times" = ARRAY["times"[1] - ${seconds(3_600 / perHour)}]
        WHERE "key" = ${keyOf(what, whose)}`;
    },

    async isUsed(what: string, whose: string): Promise<boolean> {
      const keys = hmac.accepted(purposeOf(what), whose).map((text) => `${what}:${text}`);
      return (await database.rateLimit.count({ where: { key: { in: keys } } })) > 0;
    },

    async reset(uses: readonly (readonly [what: string, whose: string])[]): Promise<void> {
      const keys = uses.map(([what, whose]) => keyOf(what, whose));
      await database.rateLimit.deleteMany({ where: { key: { in: keys } } });
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;
