import type { Expectations } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'AuditEvent',
  // Of an event caused by an admin.
  recordFields: {
    id: 'related',
    kind: 'related',
    createdAt: 'related',
    detail: 'related',
    actor: 'admin',
    actorName: 'admin',
  },
};
