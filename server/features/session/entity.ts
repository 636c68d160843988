import type { Entity } from '#server/database/entity.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

export const entity = {
  model: 'Session',
  idPrefix: 'ses',
  readPermission: 'session:list',
  visible(viewer) {
    const shown = {
      expiresAt: { gt: new Date() },
      ...(viewer.inDemo && { id: viewer.sessionId ?? '' }),
    };
    if (viewer.can('session:list')) return shown;
    return viewer.tokenId ? false : { ...shown, userId: viewer.userId };
  },
  retention: { deleteWhere: Prisma.sql`"expiresAt" < now()` },
  liveEvents: 'internal',
  endsWithOwner: true,
  constraints: {
    session_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  },
} as const satisfies Entity;
