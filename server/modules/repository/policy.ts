import { recordEventOf } from '#server/auth/audit-log/audit-log.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { RecordEvent } from '#server/database/audit-events.ts';
import {
  type Context,
  hasHiddenOrganizations,
  viewerCan,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { missingPermission } from '#server/graphql/refusal.ts';
import { canChangeInOrganization } from '#server/organizations/policy.ts';

type Action = 'create' | 'update' | 'delete';

/** For every repository, so none has to be loaded. */
export function canChangeAll(context: Context, action: Action): boolean {
  return viewerCan(context, `repository:${action}`) && !hasHiddenOrganizations(context);
}

/** For a repository of an organization, or of the installation if null. */
export function canChange(
  context: Context,
  action: Action,
  organizationId: string | null,
): boolean {
  const permission = `repository:${action}` as const;
  if (organizationId) return canChangeInOrganization(context, permission, organizationId);
  return viewerCan(context, permission);
}

/** @throws FORBIDDEN unless `canChange` */
export function requireCanChange(
  context: Context,
  action: Action,
  organizationId: string | null,
): void {
  if (canChange(context, action, organizationId)) return;
  throw missingPermission(context.viewer, `repository:${action}`);
}

type RepositoryEvent = {
  kind: RecordEvent['kind'];
  /** Those who may do this to every repository act as managers. So do those who impersonate someone. */
  byManagerWith: Action;
};

/** Event of a change that `canChange` permits. */
export function eventOf(context: Context, { kind, byManagerWith }: RepositoryEvent): RecordEvent {
  const byManager =
    viewerCan(context, `repository:${byManagerWith}`) || isImpersonated(context.viewer);
  return { ...recordEventOf(context, kind), byManager };
}

/** Conditions for deleted repositories that the viewer may restore: the ones they may delete. */
export function restorableInOrganizations(context: Context, only?: string): object[] {
  const among = only === undefined ? [] : [{ organizationId: only }];
  const isEverywhere = viewerCan(context, 'repository:delete');
  if (isEverywhere && !hasHiddenOrganizations(context)) return among;
  const owners = viewerOrganizations(context).filter((id) =>
    canChangeInOrganization(context, 'repository:delete', id),
  );
  const owned = { organizationId: { in: owners } };
  return [...among, isEverywhere ? { OR: [{ organizationId: null }, owned] } : owned];
}
