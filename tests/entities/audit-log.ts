import { type Expectations, query } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'AuditEvent',
  rootFields: { auditEvents: query('admin', '{ auditEvents { nodes { id } } }') },
  // Of an event caused by an admin.
  recordFields: {
    id: 'related',
    kind: 'related',
    createdAt: 'related',
    detail: 'related',
    subjectId: 'related',
    subjectName: 'related',
    network: 'admin',
    user: 'admin',
    repository: 'admin',
    organization: 'related',
    organizationName: 'related',
    actor: 'admin',
    actorName: 'admin',
  },
  permissions: { user: [], admin: ['audit-log:read'] },
  pages: ['/manager/audit-log'],
  sameAsEnglish: { fr: ['audit:memberRole.ADMIN'] },
};
