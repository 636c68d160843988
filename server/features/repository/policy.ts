import { isImpersonated } from '#server/auth/viewer.ts';
import { type RecordEvent, recordEventOf } from '#server/features/audit-log/audit-log.ts';
import { canChangeInOrganization } from '#server/features/organization/policy.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import {
  type Context,
  hasHiddenOrganizations,
  viewerCan,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { missingPermission } from '#server/graphql/refusal.ts';

type Action = 'create' | 'update' | 'delete';

/** Whether the viewer may do this at most to repositories of some organizations. */
export function isLimitedToOrganizations(context: Context, action: Action): boolean {
  return !viewerCan(context, `repository:${action}`) || hasHiddenOrganizations(context);
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

const actions = {
  repository_created: 'create',
  repository_updated: 'update',
  repository_deleted: 'delete',
  repository_restored: 'delete',
} as const satisfies Record<string, Action>;

/**
 * Event of a change that `canChange` permits. Those who may do this to every repository act as managers. So do those who
 * impersonate someone.
 */
export function eventOf(context: Context, kind: keyof typeof actions): RecordEvent {
  const canToAll = viewerCan(context, `repository:${actions[kind]}`);
  const byManager = canToAll || isImpersonated(context.viewer);
  return { ...recordEventOf(context, kind), byManager };
}

/** Conditions for deleted repositories that the viewer may restore: the ones they may delete. */
export function restorableInOrganizations(context: Context, only?: string): object[] {
  const among = only === undefined ? [] : [{ organizationId: only }];
  if (!isLimitedToOrganizations(context, 'delete')) return among;
  const owners = viewerOrganizations(context).filter((id) =>
    canChangeInOrganization(context, 'repository:delete', id),
  );
  const owned = { organizationId: { in: owners } };
  const ofInstallation = viewerCan(context, 'repository:delete');
  return [...among, ofInstallation ? { OR: [{ organizationId: null }, owned] } : owned];
}

export type Found = { id: string; organizationId?: string | null };

/** Not read before they are deleted or restored, which returns those that existed. */
export const findUnread = async (wanted: string[]): Promise<Found[]> =>
  wanted.map((id) => ({ id }));

/** Reads repositories, or deleted ones, of viewers who may not delete all. `check` refuses the others. */
export function deletableInOrganizations(
  context: Context,
  model: 'repository' | 'deletedRepository',
) {
  if (!isLimitedToOrganizations(context, 'delete')) return {};
  const delegate = context.database[model] as Context['database']['repository'];
  return {
    find: (wanted: string[]): Promise<Found[]> =>
      delegate.findMany({
        where: { id: { in: wanted }, AND: visibleWhere('Repository', context) },
        select: { id: true, organizationId: true },
      }),
    check({ organizationId = null }: Found) {
      if (!canChange(context, 'delete', organizationId)) throw userError('FORBIDDEN');
    },
  };
}
