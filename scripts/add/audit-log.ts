/** What an entity's actions add to the audit log. */
import { dropped, type Spec } from '#scripts/add/spec.ts';

/** In definitions of mutations. */
export const auditOf = ({ snake }: Spec, verb: Verb) => `audit: ['${snake}_${verb}'],`;

type Verb = 'created' | 'updated' | 'deleted';

/** In server/features/<entity>/service.ts. */
export function auditEventOf({ title, owner }: Spec): string {
  const columns = ['id', title.name, ...(owner?.auditColumns ? [owner.field.column] : [])];
  return `
/** Recorded last in a transaction, because the limit on events waits for others. */
const eventOf = (context: Context, kind: AuditEventKind, { ${columns.join(', ')} }: { ${columns.map((column) => `${column}: string`).join('; ')} }) => ({
  kind,
  recordId: id,
  subjectName: ${title.name},
  actorId: actorOf(context),
  ${owner?.auditColumns ?? dropped}
});
`;
}

export const auditRecord = ({ camel, snake }: Spec, verb: Verb) =>
  `await recordEvent(transaction, eventOf(context, '${snake}_${verb}', ${camel}));`;

/** Records which fields an update changed, and the former title. */
export const auditChanges = ({
  camel,
  snake,
  title,
}: Spec) => `const changedFields = editable.filter((field) => !isDeepStrictEqual(before[field], ${camel}[field]));
    if (changedFields.length > 0) {
      const detail = ${camel}.${title.name} === before.${title.name} ? null : before.${title.name};
      const event = eventOf(context, '${snake}_updated', ${camel});
      await recordEvent(transaction, { ...event, changedFields, detail });
    }`;

/** Begins the statement that counts what is deleted with a record. */
export const auditedDependents = 'const dependents =';

/** Records each deletion, and what was deleted with the record. */
export const auditBulkBegin = 'const events: AuditEvent[] = [];';

export const auditBulkEvent = ({ camel, snake }: Spec) =>
  `events.push({ ...eventOf(context, '${snake}_deleted', ${camel}), dependents });`;

export const auditBulkRecords = 'await recordEvents(transaction, events);';
