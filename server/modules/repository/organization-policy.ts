import {
  type Context,
  hasHiddenOrganizations,
  hidesRecordsOf,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';

type WithViewer = Pick<Context, 'viewer'>;

export function canChangeInOrganization(
  context: WithViewer,
  permission: SharedPermission,
  organizationId: string,
): boolean {
  return viewerCan(context, permission)
    ? !hidesRecordsOf(context, organizationId)
    : viewerCanIn(context, organizationId, permission);
}

/** @throws {UserErrors} NOT_FOUND if the viewer can't see the organization, or null is out of reach of their token */
export function requireVisibleOrganization(context: Context, organizationId: string | null): void {
  if (hidesRecordsOf(context, organizationId)) throw userError('NOT_FOUND', 'organizationId');
}

/** Conditions for deleted repositories that the viewer may restore: the ones they may delete. */
export function restorableInOrganizations(context: WithViewer, only?: string): object[] {
  const among = only === undefined ? [] : [{ organizationId: only }];
  const isEverywhere = viewerCan(context, 'repository:delete');
  if (isEverywhere && !hasHiddenOrganizations(context)) return among;
  const owners = viewerOrganizations(context).filter((id) =>
    canChangeInOrganization(context, 'repository:delete', id),
  );
  const owned = { organizationId: { in: owners } };
  return [...among, isEverywhere ? { OR: [{ organizationId: null }, owned] } : owned];
}
