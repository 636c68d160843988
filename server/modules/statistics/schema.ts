import { priced } from '@atrium/query-cost/price';
import type { MailState as MailStateName } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { type Status, UserStatus } from '#server/graphql/types/user-status.ts';
import type { Permission } from '#shared/permissions.ts';
import {
  countMailsByState,
  countUsersByStatus,
  type DayCount,
  newRepositoriesPerDay,
  newUsersPerDay,
  signInsPerDay,
} from './counts.ts';

const maxDays = 366;

/** Each field counts many rows in one statement, so it costs more than one. */
const counted = (permission: Permission, entries: number) => ({
  nullable: true as const,
  authScopes: { can: permission },
  extensions: priced({ statements: 5, entries }),
});

const kindDescription = 'Only service accounts, or only people if false.';

const DayCountType = builder.objectRef<DayCount>('DayCount').implement({
  description: 'A count for one day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day, in UTC.' }),
    count: t.exposeInt('count', { description: 'The count.' }),
  }),
});

const StatusCount = builder.objectRef<{ status: Status; count: number }>('StatusCount').implement({
  description: 'Number of users in a state.',
  fields: (t) => ({
    status: t.field({
      type: UserStatus,
      description: 'State of the account.',
      resolve: ({ status }) => status,
    }),
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

const MailStateCount = builder
  .objectRef<{ state: MailStateName; count: number }>('MailStateCount')
  .implement({
    description: 'Number of emails in a state.',
    fields: (t) => ({
      state: t.field({
        type: MailState,
        description: 'State of the emails.',
        resolve: ({ state }) => state,
      }),
      count: t.exposeInt('count', { description: 'Number of emails.' }),
    }),
  });

const Statistics = builder.objectRef<{ days: number }>('Statistics').implement({
  description: 'Counts for dashboards.',
  fields: (t) => ({
    usersByStatus: t.field({
      type: [StatusCount],
      ...counted('user:list', 4),
      description:
        'All users by state. States without users have a count of 0. Requires `user:list`.',
      args: { isServiceAccount: t.arg.boolean({ description: kindDescription }) },
      resolve: (_span, { isServiceAccount }, { database }) =>
        countUsersByStatus(database, isServiceAccount),
    }),
    newUsersPerDay: t.field({
      type: [DayCountType],
      ...counted('user:list', maxDays),
      description:
        'Accounts created per day, oldest day first. Includes days without any. Requires `user:list`.',
      args: { isServiceAccount: t.arg.boolean({ description: kindDescription }) },
      resolve: ({ days }, { isServiceAccount }, { database }) =>
        newUsersPerDay(database, days, isServiceAccount),
    }),
    signInsPerDay: t.field({
      type: [DayCountType],
      ...counted('audit-log:read', maxDays),
      description:
        'Sign-ins per day, oldest day first. Includes days without any. Requires `audit-log:read`.',
      resolve: ({ days }, _args, { database }) => signInsPerDay(database, days),
    }),
    newRepositoriesPerDay: t.field({
      type: [DayCountType],
      ...counted('repository:read', maxDays),
      description:
        'Repositories created per day, oldest day first. Includes days without any. Requires `repository:read`.',
      resolve: ({ days }, _args, { database }) => newRepositoriesPerDay(database, days),
    }),
    mailsByState: t.field({
      type: [MailStateCount],
      ...counted('system:read', 4),
      description:
        'Emails created in these days by state. States without emails are omitted. Requires `system:read`.',
      resolve: ({ days }, _args, { database }) => countMailsByState(database, days),
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
