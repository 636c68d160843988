import type { AuditEvent } from '#server/generated/prisma/client.ts';
import { defineExport } from '#server/list-export/list-export.ts';
import { auditConditions, type ListedEvents } from './queries.ts';
import { actorIdOf, concernedBy } from './schema.ts';

export const listExport = defineExport<AuditEvent, ListedEvents>({
  name: 'audit-log',
  field: 'auditEvents',
  model: 'AuditEvent',
  permission: 'audit-log:read',
  fresh: true,
  columns: [
    'id',
    'createdAt',
    'kind',
    { header: 'actorId', value: actorIdOf },
    // Users who act on their own account are the subject, not the actor.
    {
      header: 'actorName',
      value: (event) => (event.actorId ? event.actorName : event.subjectName),
    },
    { header: 'subjectId', value: (event) => event.userId ?? event.recordId },
    'subjectName',
    'detail',
    'network',
    { header: 'organizationId', value: concernedBy },
    'organizationName',
    { header: 'changedFields', value: (event) => event.changedFields.join(' ') },
    { header: 'impersonatedUserId', value: (event) => event.impersonatedId },
    'sessionId',
    { header: 'accessTokenId', value: (event) => event.tokenId },
    { header: 'accessTokenName', value: (event) => event.tokenName },
  ],
  conditions: ({ filter }) => auditConditions(filter ?? {}),
});
