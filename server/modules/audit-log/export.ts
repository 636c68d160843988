import { isIdOf } from '#server/database/ids.ts';
import { defineExport } from '#server/export/export.ts';
import { readChoice, readTime } from '#server/export/parameters.ts';
import { type AuditEvent, AuditEventKind } from '#server/generated/prisma/client.ts';
import { auditConditions } from './filter.ts';

const kinds = Object.values(AuditEventKind);

export const listExport = defineExport<AuditEvent>({
  name: 'audit-log',
  permission: 'audit-log:read',
  orders: { CREATED_AT: 'createdAt' },
  columns: [
    { header: 'id', value: (event) => event.id },
    { header: 'createdAt', value: (event) => event.createdAt },
    { header: 'kind', value: (event) => event.kind },
    { header: 'actorId', value: (event) => event.doneById },
    // Of what people do to their own account, they are the subject.
    {
      header: 'actorName',
      value: (event) => (event.actorId ? event.actorName : event.subjectName),
    },
    { header: 'subjectId', value: (event) => event.userId ?? event.recordId },
    { header: 'subjectName', value: (event) => event.subjectName },
    { header: 'detail', value: (event) => event.detail },
    { header: 'network', value: (event) => event.network },
    {
      header: 'organizationId',
      ofOrganizations: true,
      value: ({ recordId }) => (recordId && isIdOf('Organization', recordId) ? recordId : null),
    },
    {
      header: 'organizationName',
      ofOrganizations: true,
      value: (event) => event.organizationName,
    },
  ],
  find: (database, page) => database.auditEvent.findMany(page),
  conditions: (search, _viewer, settings) =>
    auditConditions(
      {
        actorId: search.get('actorId'),
        subjectId: search.get('subjectId'),
        kind: readChoice(search, 'kind', kinds),
        from: readTime(search, 'from'),
        before: readTime(search, 'before'),
      },
      settings,
    ),
});
