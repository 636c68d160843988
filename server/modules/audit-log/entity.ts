import { daysAgo, type Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'AuditEvent',
  table: 'account_event',
  idPrefix: 'evt',
  readPermission: 'audit-log:read',
  owner: 'userId',
  retention: {
    deleteWhere: ({ auditDays }) => Prisma.sql`"createdAt" < ${daysAgo(auditDays)}`,
  },
} as const satisfies Entity;
