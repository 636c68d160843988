import type { Entity } from '#server/database/entity.ts';

/** No `readPermission`: sessions are read as part of their user. */
export const entity = {
  model: 'Session',
  idPrefix: 'ses',
  changes: 'internal',
} as const satisfies Entity;
