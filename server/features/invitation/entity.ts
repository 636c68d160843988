import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'Invitation',
  idPrefix: 'inv',
  retention: { deleteWhere: Prisma.sql`"expiresAt" < ${daysAgo(30)}` },
  readPermission: 'organization:list',
  isOfOrganizations: true,
  visible(viewer) {
    if (viewer.can('organization:list')) return true;
    const managed = { organizationId: viewer.organizations('invitation:create') };
    return viewer.email ? { OR: [managed, { email: viewer.email }] } : managed;
  },
  liveEvents: 'streamed',
  constraints: {
    invitation_pending_key: { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION' },
    invitation_email_format: { code: 'EMAIL_INVALID', field: ['emails'] },
  },
} as const satisfies Entity;
