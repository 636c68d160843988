/** Search parameters of the audit log. Invalid values are read as none. */
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { readChoice, readDayText } from '#client/filter-params.ts';
import type { AuditEventFilter, AuditEventKind } from '#client/graphql/schema.generated.ts';
import { nextDay, readDay } from '#client/lib/day.ts';
import { withSearch } from '#client/paths.ts';
import { isOrganizationEvent } from '#shared/organization-events.ts';

/** Kinds of events, in the order of the filter's menu. */
const auditKinds = [
  'SIGNED_IN',
  'CREATED',
  'INVITED',
  'ONBOARDED',
  'NAME_CHANGED',
  'EMAIL_CHANGED',
  'ROLE_CHANGED',
  'BANNED',
  'UNBANNED',
  'IMPERSONATED',
  'SESSIONS_REVOKED',
  'PROVIDER_UNLINKED',
  'DELETED',
  'ACCESS_TOKEN_CREATED',
  'ACCESS_TOKEN_ROTATED',
  'ACCESS_TOKEN_REVOKED',
  'REPOSITORY_CREATED',
  'REPOSITORY_UPDATED',
  'REPOSITORY_DELETED',
  'REPOSITORY_RESTORED',
  'ORGANIZATION_CREATED',
  'ORGANIZATION_UPDATED',
  'ORGANIZATION_DELETED',
  'MEMBER_ADDED',
  'MEMBER_ROLE_CHANGED',
  'MEMBER_REMOVED',
  'MEMBER_LEFT',
  'TEAM_CREATED',
  'TEAM_UPDATED',
  'TEAM_DELETED',
  'LIST_EXPORTED',
] as const satisfies readonly AuditEventKind[];

/** Kinds of events that there are for the viewer: those of organizations only where there are any. */
export function shownKinds(): AuditEventKind[] {
  const hasOrganizations = hasLoadedPermission('organization:list');
  return auditKinds.filter((kind) => hasOrganizations || !isOrganizationEvent(kind));
}

/** An ID is at most this long. */
const longestId = 40;

function readId(search: URLSearchParams, name: string): string | null {
  const id = search.get(name);
  return id && id.length <= longestId ? id : null;
}

export function readAuditLog(search: URLSearchParams) {
  return {
    kind: readChoice(search, 'kind', shownKinds()),
    actor: readId(search, 'actor'),
    subject: readId(search, 'subject'),
    from: readDayText(search, 'from'),
    to: readDayText(search, 'to'),
  };
}

/** Filters of the audit log. */
export type AuditLogFilter = ReturnType<typeof readAuditLog>;

export const noFilter = { kind: '', actor: '', subject: '', from: '', to: '' };

export const isFiltered = (filter: AuditLogFilter) => Object.values(filter).some(Boolean);

/** The period of a filter, in UTC. The API's period excludes its end; the last day is included. */
function periodOf({ from, to }: AuditLogFilter) {
  const last = readDay(to);
  return {
    from: readDay(from)?.toISOString() ?? null,
    before: last && nextDay(last).toISOString(),
  };
}

/** The argument of the API for the filters. */
export function apiFilter(filter: AuditLogFilter): AuditEventFilter {
  const { kind, actor: actorId, subject: subjectId } = filter;
  return { kind, actorId, subjectId, createdAt: periodOf(filter) };
}

/** Where the log as it is shown can be downloaded. */
export function exportUrl(filter: AuditLogFilter, format: 'csv' | 'ndjson'): string {
  const { kind, actor: actorId, subject: subjectId } = filter;
  return withSearch(`/api/export/audit-log.${format}`, {
    ...{ kind, actorId, subjectId },
    ...periodOf(filter),
  });
}
