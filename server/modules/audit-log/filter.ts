import { isIdOf, modelOfId } from '#server/database/ids.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { within } from '#server/graphql/building/record-filter.ts';

type Filter = {
  actorId?: string | null | undefined;
  accessTokenId?: string | null | undefined;
  organizationId?: string | null | undefined;
  subjectId?: string | null | undefined;
  kind?: AuditEventKind | null | undefined;
  kinds?: readonly AuditEventKind[] | null | undefined;
  from?: Date | null | undefined;
  before?: Date | null | undefined;
};

type Concerned = { organizationId: string | null; recordId: string | null };

/** The organization that an event concerns. Older organization events store it only as their record. */
export const concernedBy = ({ organizationId, recordId }: Concerned) =>
  organizationId ?? (recordId && isIdOf('Organization', recordId) ? recordId : null);

export const actorIdOf = ({ doneById }: { doneById: string | null }) =>
  doneById && isIdOf('User', doneById) ? doneById : null;

const nothing = { id: { in: [] } };

function concerning(id: string) {
  if (!isIdOf('Organization', id)) return nothing;
  return { OR: [{ organizationId: id }, { recordId: id }] };
}

/** Condition for events about a user or record. Invalid IDs match nothing. */
function about(id: string) {
  if (isIdOf('User', id)) return { userId: id };
  return modelOfId(id) ? { recordId: id } : nothing;
}

export function auditConditions(filter: Filter) {
  const { actorId, accessTokenId, organizationId, subjectId, kind, kinds, from, before } = filter;
  return [
    actorId ? (isIdOf('User', actorId) ? { doneById: actorId } : nothing) : undefined,
    accessTokenId
      ? isIdOf('AccessToken', accessTokenId)
        ? { tokenId: accessTokenId }
        : nothing
      : undefined,
    organizationId ? concerning(organizationId) : undefined,
    subjectId ? about(subjectId) : undefined,
    kind ? { kind } : undefined,
    kinds ? { kind: { in: [...kinds] } } : undefined,
    within('createdAt', { from, before }),
  ].filter((condition) => condition !== undefined);
}
