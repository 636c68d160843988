import type { Database } from '#server/database/client.ts';
import { type MailState as MailStateName, Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { type Status, statusSql, UserStatus } from '#server/graphql/types/user-status.ts';
import type { Permission } from '#shared/permissions.ts';

type DayCount = { date: string; count: number };
type StatusCount = { status: Status; count: number };
type MailStateCount = { state: MailStateName; count: number };

const { sql } = Prisma;

const since = (days: number) =>
  sql`((now() AT TIME ZONE 'UTC')::date - ${days - 1}::int)::timestamp AT TIME ZONE 'UTC'`;

/** Counts rows per day of their creation (UTC), including days without any. */
const createdPerDay = (database: Database, days: number, rows: Prisma.Sql) =>
  database.$queryRaw<DayCount[]>`
    WITH days AS (
      SELECT generate_series((now() AT TIME ZONE 'UTC')::date - ${days - 1}::int, (now() AT TIME ZONE 'UTC')::date, '1 day')::date AS day
    ), counts AS (
      SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count
      FROM ${rows} AND "createdAt" >= ${since(days)} GROUP BY 1
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS date, coalesce(count, 0) AS count
    FROM days LEFT JOIN counts USING (day) ORDER BY day`;

const users = sql`"user" WHERE true`;

/** These users, or only the service accounts or people among them. */
const ofKind = (all: Prisma.Sql, isServiceAccount: boolean | null | undefined) =>
  isServiceAccount == null ? all : sql`${all} AND "isServiceAccount" = ${isServiceAccount}`;

const maxDays = 366;

/** Each field counts many rows in one statement, so it costs more than one. */
const counted = (permission: Permission, entries: number) => ({
  nullable: true as const,
  authScopes: { can: permission },
  complexity: cost({ statements: 5, entries }),
});

const kindDescription = 'Only service accounts, or only people if false.';

const DayCountType = builder.objectRef<DayCount>('DayCount').implement({
  description: 'A count for one day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day, in UTC.' }),
    count: t.exposeInt('count', { description: 'The count.' }),
  }),
});

const StatusCountType = builder.objectRef<StatusCount>('StatusCount').implement({
  description: 'Number of users in a state.',
  fields: (t) => ({
    status: t.expose('status', { type: UserStatus, description: 'State of the account.' }),
    count: t.exposeInt('count', { description: 'Number of users.' }),
  }),
});

const MailState = builder.enumType('MailState', {
  description: 'Delivery state of an email.',
  values: {
    PENDING: {
      value: 'pending',
      description: 'Waiting for its first or next delivery attempt.',
    },
    SENT: { value: 'sent', description: 'Accepted by the mail server.' },
    EXPIRED: { value: 'expired', description: 'Not sent: its code expired first.' },
    FAILED: { value: 'failed', description: 'Not delivered: every attempt failed.' },
  } as const,
});

const MailStateCountType = builder.objectRef<MailStateCount>('MailStateCount').implement({
  description: 'Number of emails in a state.',
  fields: (t) => ({
    state: t.expose('state', { type: MailState, description: 'State of the emails.' }),
    count: t.exposeInt('count', { description: 'Number of emails.' }),
  }),
});

const Statistics = builder.objectRef<{ days: number }>('Statistics').implement({
  description: 'Counts for dashboards.',
  fields: (t) => ({
    usersByStatus: t.field({
      type: [StatusCountType],
      ...counted('user:list', 4),
      description: 'Number of users in each state. Requires `user:list`.',
      args: { isServiceAccount: t.arg.boolean({ description: kindDescription }) },
      resolve: (_span, { isServiceAccount }, { database }) => database.$queryRaw<StatusCount[]>`
        WITH counts AS (
          SELECT ${statusSql} AS status, count(*)::int AS count FROM ${ofKind(users, isServiceAccount)} GROUP BY 1
        )
        SELECT status, coalesce(count, 0) AS count
        FROM unnest(ARRAY['active', 'invited', 'banned']) WITH ORDINALITY AS every (status, place)
        LEFT JOIN counts USING (status) ORDER BY place`,
    }),
    newUsersPerDay: t.field({
      type: [DayCountType],
      ...counted('user:list', maxDays),
      description: 'Accounts created on each day, oldest first. Requires `user:list`.',
      args: { isServiceAccount: t.arg.boolean({ description: kindDescription }) },
      resolve: ({ days }, { isServiceAccount }, { database }) =>
        createdPerDay(database, days, ofKind(users, isServiceAccount)),
    }),
    signInsPerDay: t.field({
      type: [DayCountType],
      ...counted('audit-log:read', maxDays),
      description: 'Sign-ins on each day, oldest first. Requires `audit-log:read`.',
      resolve: ({ days }, _args, { database }) =>
        createdPerDay(database, days, sql`"account_event" WHERE "kind" = 'signed_in'`),
    }),
    newRepositoriesPerDay: t.field({
      type: [DayCountType],
      ...counted('repository:read', maxDays),
      description:
        'Repositories created per day, oldest day first. Includes days without any. Requires `repository:read`.',
      resolve: ({ days }, _args, { database }) =>
        createdPerDay(database, days, sql`"repository" WHERE true`),
    }),
    mailsByState: t.field({
      type: [MailStateCountType],
      ...counted('system:read', 4),
      description:
        'Emails created in these days by state. States without emails are omitted. Requires `system:read`.',
      resolve: ({ days }, _args, { database }) => database.$queryRaw<MailStateCount[]>`
        SELECT "state"::text AS state, count(*)::int AS count FROM "mail"
        WHERE "createdAt" >= ${since(days)} GROUP BY 1 ORDER BY 1`,
    }),
  }),
});

builder.queryFields((t) => ({
  statistics: t.field({
    type: Statistics,
    nullable: true,
    description:
      'Counts per day and by state, for dashboards. Requires `apps:manager`. ACCESS_TOKEN_REFUSED with an access token.',
    authScopes: { can: 'apps:manager' },
    args: {
      days: t.arg.int({
        defaultValue: 30,
        description: `Number of days to count, including today (UTC). 1 to ${maxDays}.`,
      }),
    },
    resolve: (_root, { days }) => {
      const span = days ?? 30;
      if (span < 1 || span > maxDays) {
        throw apiError('BAD_REQUEST', `days goes from 1 to ${maxDays}.`);
      }
      return { days: span };
    },
  }),
}));
