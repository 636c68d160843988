/** What impersonation adds to users, sessions and the viewer. */

import { isBanned, wasAdminToday } from '#server/auth/viewer.ts';
import type { User } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';
import { cost, prices } from '#server/graphql/limits/price.ts';
import { can } from '#shared/permissions.ts';

builder.prismaObjectField('User', 'viewerCanImpersonate', (t) =>
  t.boolean({
    description:
      'Whether the viewer may impersonate the user. False for admins, users who were admins within the last day, banned users and users who have not completed onboarding.',
    select: {
      role: true,
      onboardedAt: true,
      lastAdminAt: true,
      banned: true,
      banExpires: true,
    },
    resolve: (user, _args, context) => canImpersonate(context, user),
  }),
);

builder.prismaObjectField('Session', 'isImpersonation', (t) =>
  t.boolean({
    description: 'Whether an admin is impersonating the user in this session.',
    select: { impersonatedBy: true },
    resolve: ({ impersonatedBy }) => impersonatedBy !== null,
  }),
);

builder.prismaObjectField('Session', 'impersonator', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description:
      'The admin who is impersonating the user in this session. Null if there is none, or if you lack `user:get`.',
    select: { impersonatedBy: true },
    complexity: cost({ statements: prices.batched }),
    resolve: (query, { impersonatedBy }, _args, context) =>
      impersonatedBy && viewerCan(context, 'user:get')
        ? context.database.user.findUnique({ ...query, where: { id: impersonatedBy } })
        : null,
  }),
);

builder.objectField('Viewer', 'impersonator', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description: 'The admin who is impersonating the viewer. Null if there is none.',
    resolve: (query, { session }, _args, { database }) =>
      session?.impersonatedBy
        ? database.user.findUnique({ ...query, where: { id: session.impersonatedBy } })
        : null,
  }),
);

type Target = Pick<User, 'id' | 'role' | 'onboardedAt' | 'lastAdminAt' | 'banned' | 'banExpires'>;

/** Excludes current admins, admins within the last 24 hours, banned users and users before onboarding. */
function canImpersonate(context: Context, user: Target): boolean {
  return (
    viewerCan(context, 'user:impersonate') &&
    !isViewer(context, user.id) &&
    !can(user.role, 'user:impersonate') &&
    !wasAdminToday(user) &&
    user.onboardedAt !== null &&
    !isBanned(user)
  );
}
