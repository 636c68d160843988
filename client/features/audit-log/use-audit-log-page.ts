/** Pages of the audit log. Adds the events' organizations if organizations are enabled. */
import { useQuery } from 'urql';
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { useCan } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import type { Masked } from '#client/graphql/fragments.ts';
import { type ListPage, listPage } from '#client/graphql/paged-list.tsx';
import { AuditLogDocument, type AuditLogRowFragment } from './audit-log.generated.ts';
import { type AuditLogFilter, apiFilter } from './audit-log-list.ts';
import { AuditLogOfOrganizationsDocument } from './audit-log-of-organizations.generated.ts';
import type { OfOrganization } from './event-names.ts';

export type AuditLogNode = Masked<AuditLogRowFragment> & { id: string } & OfOrganization;

const pageVariables = (filter: AuditLogFilter, after: string | null) => ({
  after,
  filter: apiFilter(filter),
  withTotal: after === null,
});

export function preloadAuditLog(filter: AuditLogFilter): void {
  const showsOrganizations = hasLoadedPermission('organization:list');
  preloadQuery(
    showsOrganizations ? AuditLogOfOrganizationsDocument : AuditLogDocument,
    pageVariables(filter, null),
  );
}

export function useAuditLogPage(
  filter: AuditLogFilter,
  after: string | null,
): ListPage<AuditLogNode> {
  const variables = pageVariables(filter, after);
  const showsOrganizations = useCan('organization:list');
  const plain = useQuery({ query: AuditLogDocument, variables, pause: showsOrganizations });
  const whole = useQuery({
    query: AuditLogOfOrganizationsDocument,
    variables,
    pause: !showsOrganizations,
  });
  return showsOrganizations
    ? listPage(whole, (data) => data.auditEvents)
    : listPage(plain, (data) => data.auditEvents);
}
