import type { Entity } from '#server/database/entity.ts';

/** No `readPermission`: events are read as part of their user. */
export const entity = {
  model: 'AuditEvent',
  table: 'account_event',
  idPrefix: 'evt',
} as const satisfies Entity;
