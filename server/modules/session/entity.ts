import type { Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'Session',
  idPrefix: 'ses',
  readPermission: 'session:list',
  owner: 'userId',
  retention: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  changes: 'internal',
} as const satisfies Entity;
