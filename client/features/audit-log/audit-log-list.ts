import { useQuery } from 'urql';
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { auditKinds } from '#client/generated/audit-kinds.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import type { Masked } from '#client/graphql/fragments.ts';
import { type ListPage, listPage } from '#client/graphql/paged-list.tsx';
import type { AuditEventFilter, AuditEventKind } from '#client/graphql/schema.generated.ts';
import { readChoice } from '#client/lib/address/search-params.ts';
import { nextDay, readDay, readDayText } from '#client/lib/day.ts';
import { withSearch } from '#client/paths.ts';
import { isOrganizationEvent } from '#shared/organization-audit-kinds.ts';
import { AuditLogDocument, type AuditLogRowFragment } from './audit-log.generated.ts';

export function shownKinds(): readonly AuditEventKind[] {
  const hidesOrganizations = !hasLoadedPermission('organization:list');
  return auditKinds.filter((kind) => !(hidesOrganizations && isOrganizationEvent(kind)));
}

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

export type AuditLogFilter = ReturnType<typeof readAuditLog>;

export const filterParams = ['kind', 'actor', 'subject', 'from', 'to'];

export const isFiltered = (filter: AuditLogFilter) => Object.values(filter).some(Boolean);

/** The API excludes the end, so the last day is added. */
function periodOf({ from, to }: AuditLogFilter) {
  const last = readDay(to);
  return {
    from: readDay(from)?.toISOString() ?? null,
    before: last && nextDay(last).toISOString(),
  };
}

function apiFilter(filter: AuditLogFilter): AuditEventFilter {
  const { kind, actor: actorId, subject: subjectId } = filter;
  return { kind, actorId, subjectId, createdAt: periodOf(filter) };
}

export function exportUrl(filter: AuditLogFilter, format: 'csv' | 'ndjson'): string {
  const { kind, actor: actorId, subject: subjectId } = filter;
  return withSearch(`/api/export/audit-log.${format}`, {
    kind,
    actorId,
    subjectId,
    ...periodOf(filter),
  });
}

export type AuditLogNode = Masked<AuditLogRowFragment> & { id: string };

const pageVariables = (filter: AuditLogFilter, after: string | null) => ({
  after,
  filter: apiFilter(filter),
  withTotal: after === null,
  // Its page is hidden while organizations are disabled.
  withOrganization: hasLoadedPermission('organization:list'),
});

export function preloadAuditLog(filter: AuditLogFilter): void {
  preloadQuery(AuditLogDocument, pageVariables(filter, null));
}

export function useAuditLogPage(
  filter: AuditLogFilter,
  after: string | null,
): ListPage<AuditLogNode> {
  const query = useQuery({ query: AuditLogDocument, variables: pageVariables(filter, after) });
  return listPage(query, (data) => data.auditEvents);
}
