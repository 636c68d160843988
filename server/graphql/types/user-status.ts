import { bannedUsers, isBanned } from '#server/auth/viewer.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';

export type Status = 'active' | 'invited' | 'banned';

export const UserStatus = builder.enumType('UserStatus', {
  description: 'State of an account.',
  values: {
    ACTIVE: {
      value: 'active',
      description: 'Has signed in, or verified their email address.',
    },
    INVITED: {
      value: 'invited',
      description: 'Invited by an admin and not signed in yet.',
    },
    BANNED: {
      value: 'banned',
      description: 'Banned until `banEndsAt`, or permanently; cannot sign in.',
    },
  } as const,
});

export const statusColumns = {
  banned: true,
  banExpires: true,
  emailVerified: true,
  lastActiveAt: true,
} as const;

type StatusColumns = {
  banned: boolean;
  banExpires: Date | null;
  emailVerified: boolean;
  lastActiveAt: Date | null;
};

export function statusOf(user: StatusColumns): Status {
  if (isBanned(user)) return 'banned';
  return user.emailVerified || user.lastActiveAt ? 'active' : 'invited';
}

export function statusFilter(status: Status): Prisma.UserWhereInput {
  const banned = bannedUsers();
  if (status === 'banned') return banned;
  const invited = { emailVerified: false, lastActiveAt: null };
  return {
    NOT: status === 'active' ? [banned, invited] : banned,
    ...(status === 'invited' && invited),
  };
}

export const statusSql = Prisma.sql`CASE
  WHEN "banned" AND coalesce("banExpires" > now(), true) THEN 'banned'
  WHEN "emailVerified" OR "lastActiveAt" IS NOT NULL THEN 'active'
  ELSE 'invited' END`;
