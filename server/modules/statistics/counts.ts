import type { Database } from '#server/database/client.ts';
import { type MailState, Prisma } from '#server/generated/prisma/client.ts';
import { type Status, statusSql } from '#server/graphql/types/user-status.ts';

export type DayCount = { date: string; count: number };

/** Counts `moments` per day (UTC), including days without any. */
function perDay(database: Database, days: number, moments: Prisma.Sql): Promise<DayCount[]> {
  return database.$queryRaw<DayCount[]>`
    WITH days AS (
      SELECT generate_series((now() AT TIME ZONE 'UTC')::date - ${days - 1}::int, (now() AT TIME ZONE 'UTC')::date, '1 day')::date AS day
    ), counts AS (
      SELECT (moment AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count
      FROM (${moments}) AS moments(moment) GROUP BY 1
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS date, coalesce(count, 0) AS count
    FROM days LEFT JOIN counts USING (day) ORDER BY day`;
}

function since(days: number): Prisma.Sql {
  return Prisma.sql`((now() AT TIME ZONE 'UTC')::date - ${days - 1}::int)::timestamp AT TIME ZONE 'UTC'`;
}

export function newUsersPerDay(
  database: Database,
  days: number,
  isServiceAccount: boolean | null | undefined,
): Promise<DayCount[]> {
  const shown =
    isServiceAccount == null
      ? Prisma.sql`true`
      : Prisma.sql`"isServiceAccount" = ${isServiceAccount}`;
  return perDay(
    database,
    days,
    Prisma.sql`SELECT "createdAt" FROM "user" WHERE "createdAt" >= ${since(days)} AND ${shown}`,
  );
}

export function newRepositoriesPerDay(database: Database, days: number): Promise<DayCount[]> {
  return perDay(
    database,
    days,
    Prisma.sql`SELECT "createdAt" FROM "repository" WHERE "createdAt" >= ${since(days)}`,
  );
}

export function signInsPerDay(database: Database, days: number): Promise<DayCount[]> {
  return perDay(
    database,
    days,
    Prisma.sql`SELECT "createdAt" FROM "account_event" WHERE "kind" = 'signed_in' AND "createdAt" >= ${since(days)}`,
  );
}

/** Includes statuses without users. */
export async function countUsersByStatus(
  database: Database,
  isServiceAccount: boolean | null | undefined,
) {
  const shown =
    isServiceAccount == null
      ? Prisma.sql`true`
      : Prisma.sql`"isServiceAccount" = ${isServiceAccount}`;
  const counts = await database.$queryRaw<{ status: Status; count: number }[]>`
    SELECT ${statusSql} AS status, count(*)::int AS count FROM "user"
    WHERE ${shown} GROUP BY 1`;
  return (['active', 'invited', 'banned'] as const).map((status) => ({
    status,
    count: counts.find((each) => each.status === status)?.count ?? 0,
  }));
}

/** Omits states without mails. */
export async function countMailsByState(database: Database, days: number) {
  return database.$queryRaw<{ state: MailState; count: number }[]>`
    SELECT "state"::text AS state, count(*)::int AS count FROM "mail"
    WHERE "createdAt" >= ${since(days)} GROUP BY 1 ORDER BY 1`;
}
