import { isIdOf, modelOfId } from '#server/database/ids.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { within } from '#server/graphql/record-filter.ts';

type Filter = {
  actorId?: string | null | undefined;
  subjectId?: string | null | undefined;
  kind?: AuditEventKind | null | undefined;
  from?: Date | null | undefined;
  before?: Date | null | undefined;
};

/** The condition for events about a user or record. An ID that is none matches nothing. */
function about(id: string) {
  if (isIdOf('User', id)) return { userId: id };
  return modelOfId(id) ? { recordId: id } : { id: { in: [] } };
}

/** The conditions of a list of audit events, none without a filter. */
export function auditConditions({ actorId, subjectId, kind, from, before }: Filter) {
  return [
    actorId ? (isIdOf('User', actorId) ? { doneById: actorId } : { id: { in: [] } }) : undefined,
    subjectId ? about(subjectId) : undefined,
    kind ? { kind } : undefined,
    within('createdAt', { from, before }),
  ].filter((condition) => condition !== undefined);
}
