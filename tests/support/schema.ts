import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { schemaOf } from '#server/schema.ts';

export const schema = schemaOf();

/** Kinds of events that each mutation may add to the audit log, the most common one first, as it declares them. */
export const auditOf: Record<string, readonly AuditEventKind[]> = Object.fromEntries(
  Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ name, extensions }) => [
    name,
    extensions.audit as readonly AuditEventKind[],
  ]),
);
