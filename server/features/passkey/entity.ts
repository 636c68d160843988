import type { Entity } from '#server/database/entity.ts';
import { limits } from '#shared/limits.ts';

export const entity = {
  model: 'Passkey',
  idPrefix: 'pky',
  retention: { keptBecause: `At most ${limits.passkeysPerUser} per user, deleted with them.` },
  readPermission: 'account:update',
  visible(viewer) {
    return viewer.tokenId ? false : { userId: viewer.userId };
  },
  constraints: {
    passkey_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  },
} as const satisfies Entity;
