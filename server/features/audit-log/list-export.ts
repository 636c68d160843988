import { type AuditEvent, AuditEventKind } from '#server/generated/prisma/client.ts';
import { defineExport, readChoices, readTime } from '#server/list-export/list-export.ts';
import { auditConditions } from './queries.ts';
import { actorIdOf, concernedBy } from './schema.ts';

const kinds = Object.values(AuditEventKind);

export const listExport = defineExport<AuditEvent>({
  name: 'audit-log',
  model: 'AuditEvent',
  permission: 'audit-log:read',
  fresh: true,
  orders: { CREATED_AT: 'createdAt' },
  columns: [
    { header: 'id', value: (event) => event.id },
    { header: 'createdAt', value: (event) => event.createdAt },
    { header: 'kind', value: (event) => event.kind },
    { header: 'actorId', value: actorIdOf },
    // Users who act on their own account are the subject, not the actor.
    {
      header: 'actorName',
      value: (event) => (event.actorId ? event.actorName : event.subjectName),
    },
    { header: 'subjectId', value: (event) => event.userId ?? event.recordId },
    { header: 'subjectName', value: (event) => event.subjectName },
    { header: 'detail', value: (event) => event.detail },
    { header: 'network', value: (event) => event.network },
    { header: 'organizationId', value: concernedBy },
    { header: 'organizationName', value: (event) => event.organizationName },
    { header: 'changedFields', value: (event) => event.changedFields.join(' ') },
    { header: 'impersonatedUserId', value: (event) => event.impersonatedId },
    { header: 'sessionId', value: (event) => event.sessionId },
    { header: 'accessTokenId', value: (event) => event.tokenId },
    { header: 'accessTokenName', value: (event) => event.tokenName },
  ],
  conditions: (search) =>
    auditConditions({
      actorId: search.get('actorId'),
      subjectId: search.get('subjectId'),
      kinds: readChoices(search, 'kind', kinds),
      accessTokenId: search.get('accessTokenId'),
      organizationId: search.get('organizationId'),
      createdAt: { from: readTime(search, 'from'), before: readTime(search, 'before') },
    }),
});
