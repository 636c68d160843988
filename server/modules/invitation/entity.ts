import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'Invitation',
  idPrefix: 'inv',
  retention: { deleteWhere: Prisma.sql`"expiresAt" < ${daysAgo(30)}` },
  readPermission: 'organization:list',
  organization: { column: 'organizationId', permission: 'invitation:create' },
  changes: 'streamed',
  constraints: {
    invitation_pending_key: { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION' },
    invitation_email_format: { code: 'EMAIL_INVALID', field: ['emails'] },
  },
} as const satisfies Entity;
