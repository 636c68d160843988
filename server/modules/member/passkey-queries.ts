import { builder } from '#server/graphql/builder.ts';
import { viewerRoleFor } from '#server/graphql/context.ts';
import { listMembers, Member, MemberConnection } from './schema.ts';

builder.prismaObjectField('Organization', 'membersWithoutPasskey', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description:
        'Members of the organization without a passkey, in the order in which they joined. Service accounts are left out. Null unless the viewer is an owner, or has `organization:manage`.',
      resolve: ({ id: organizationId }, args, context, info) => {
        if (viewerRoleFor(context, organizationId) !== 'owner') return null;
        const user = { isServiceAccount: false, passkeys: { none: {} } };
        return listMembers({ organizationId, user }, args, { context, info });
      },
    },
    MemberConnection,
  ),
);
