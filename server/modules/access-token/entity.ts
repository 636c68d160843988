import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'AccessToken',
  idPrefix: 'tok',
  retention: {
    deleteWhere: Prisma.sql`("revokedAt" < ${daysAgo(30)} OR "expiresAt" < ${daysAgo(30)})`,
  },
  readPermission: 'access-token:read',
  owner: 'userId',
  changes: 'internal',
  constraints: {
    access_token_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
    access_token_userId_organizationId_fkey: { code: 'NOT_FOUND', field: ['organizationId'] },
  },
} as const satisfies Entity;
