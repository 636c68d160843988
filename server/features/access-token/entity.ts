import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'AccessToken',
  idPrefix: 'tok',
  retention: {
    deleteWhere: Prisma.sql`("revokedAt" < ${daysAgo(30)} OR "expiresAt" < ${daysAgo(30)})`,
  },
  readPermission: 'access-token:read',
  visible(viewer) {
    if (viewer.can('access-token:read')) return true;
    if (viewer.tokenId) return { id: viewer.tokenId };
    const managed = viewer.organizations('member:update');
    return { OR: [{ userId: viewer.userId }, { organizationId: managed }] };
  },
  liveEvents: 'internal',
  endsWithOwner: true,
  constraints: {
    access_token_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  },
} as const satisfies Entity;
