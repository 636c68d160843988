import { isIdOf, modelOfId } from '#server/database/ids.ts';
import { AuditEventKind } from '#server/generated/prisma/client.ts';
import { within } from '#server/graphql/record-filter.ts';
import type { Settings } from '#server/settings.ts';
import { isOrganizationEvent } from '#shared/organization-events.ts';

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

const organizationKinds = Object.values(AuditEventKind).filter(isOrganizationEvent);

/** The condition for events that the API shows: those about organizations only where there are any. */
export const shownEvents = ({ organizations }: Pick<Settings, 'organizations'>) =>
  organizations ? {} : { kind: { notIn: organizationKinds } };

/** The conditions of a list of audit events, none without a filter where there are organizations. */
export function auditConditions(
  { actorId, subjectId, kind, from, before }: Filter,
  settings: Pick<Settings, 'organizations'>,
) {
  return [
    settings.organizations ? undefined : shownEvents(settings),
    actorId ? (isIdOf('User', actorId) ? { doneById: actorId } : { id: { in: [] } }) : undefined,
    subjectId ? about(subjectId) : undefined,
    kind ? { kind } : undefined,
    within('createdAt', { from, before }),
  ].filter((condition) => condition !== undefined);
}
