import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'AuditEvent',
  table: 'account_event',
  idPrefix: 'evt',
  readPermission: 'user:get',
  owner: 'userId',
  retention: {
    // Naming all kinds lets PostgreSQL use the index on kind and time.
    deleteWhere: Prisma.sql`"kind" = ANY (enum_range(NULL::"account_event_kind"))
      AND "createdAt" < ${daysAgo(400)}`,
  },
} as const satisfies Entity;
