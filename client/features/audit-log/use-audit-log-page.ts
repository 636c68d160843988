import { useQuery } from 'urql';
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import type { Masked } from '#client/graphql/fragments.ts';
import { type ListPage, listPage } from '#client/graphql/paged-list.tsx';
import { AuditLogDocument, type AuditLogRowFragment } from './audit-log.generated.ts';
import { type AuditLogFilter, apiFilter } from './audit-log-list.ts';

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
