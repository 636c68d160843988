import type { Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

/** No `readPermission`: sessions are read as part of their user. */
export const entity = {
  model: 'Session',
  idPrefix: 'ses',
  retention: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  changes: 'internal',
} as const satisfies Entity;
