/** Figures for the dashboard. */
import type { MailState as MailStateName } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { priced } from '#server/graphql/price.ts';
import { type Status, UserStatus } from '#server/graphql/user-status.ts';
import {
  countMailsByState,
  countUsersByStatus,
  type DayCount,
  newRepositoriesPerDay,
  newUsersPerDay,
  signInsPerDay,
} from './counts.ts';

const maxDays = 366;

/** Each figure counts many rows in one statement. */
const counting = { statements: 5 };

const DayCountType = builder.objectRef<DayCount>('DayCount').implement({
  description: 'How many on one day.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'The day in UTC: `2026-01-31`.' }),
    count: t.exposeInt('count', { description: 'How many.' }),
  }),
});

const StatusCount = builder.objectRef<{ status: Status; count: number }>('StatusCount').implement({
  description: 'How many people have come how far.',
  fields: (t) => ({
    status: t.field({
      type: UserStatus,
      description: 'How far.',
      resolve: ({ status }) => status,
    }),
    count: t.exposeInt('count', { description: 'How many people.' }),
  }),
});

const MailState = builder.enumType('MailState', {
  description: 'What became of a mail.',
  values: {
    PENDING: {
      value: 'pending',
      description: 'Waits to be handed over, perhaps not for the first time.',
    },
    SENT: { value: 'sent', description: 'Was handed over.' },
    EXPIRED: { value: 'expired', description: 'Was not worth sending any more.' },
    FAILED: { value: 'failed', description: 'Was given up after the last attempt.' },
  } as const,
});

const MailStateCount = builder
  .objectRef<{ state: MailStateName; count: number }>('MailStateCount')
  .implement({
    description: 'How many mails are in a state.',
    fields: (t) => ({
      state: t.field({ type: MailState, description: 'Which.', resolve: ({ state }) => state }),
      count: t.exposeInt('count', { description: 'How many mails.' }),
    }),
  });

const Statistics = builder.objectRef<{ days: number }>('Statistics').implement({
  description: 'Figures of the last days; today is the last of them.',
  fields: (t) => ({
    usersByStatus: t.field({
      type: [StatusCount],
      extensions: priced({ ...counting, entries: 4 }),
      description: 'People by how far they have come.',
      resolve: (_span, _args, { database }) => countUsersByStatus(database),
    }),
    newUsersPerDay: t.field({
      type: [DayCountType],
      extensions: priced({ ...counting, entries: maxDays }),
      description: 'Accounts made per day; every day is there, the oldest first.',
      resolve: ({ days }, _args, { database }) => newUsersPerDay(database, days),
    }),
    signInsPerDay: t.field({
      type: [DayCountType],
      extensions: priced({ ...counting, entries: maxDays }),
      description: 'Sign-ins per day; every day is there, the oldest first.',
      resolve: ({ days }, _args, { database }) => signInsPerDay(database, days),
    }),
    newRepositoriesPerDay: t.field({
      type: [DayCountType],
      extensions: priced({ ...counting, entries: maxDays }),
      description: 'Repositories created per day; every day is there, the oldest first.',
      resolve: ({ days }, _args, { database }) => newRepositoriesPerDay(database, days),
    }),
    mailsByState: t.field({
      type: [MailStateCount],
      extensions: priced({ ...counting, entries: 4 }),
      description: 'Mails of these days by what became of them.',
      resolve: ({ days }, _args, { database }) => countMailsByState(database, days),
    }),
  }),
});

builder.queryFields((t) => ({
  statistics: t.field({
    type: Statistics,
    nullable: true,
    description: 'Figures for managers. Needs `apps:manager`.',
    authScopes: { can: 'apps:manager' },
    args: {
      days: t.arg.int({
        defaultValue: 30,
        description: `Of how many days, today among them: 1 to ${maxDays}.`,
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
