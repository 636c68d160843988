import { actorOf, recordEventOf } from '#server/auth/audit-log/audit-log.ts';
import type { RecordEvent } from '#server/database/audit-events.ts';
import {
  type Context,
  canSeeWithin,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { missingPermission } from '#server/graphql/refusal.ts';

type WithViewer = Pick<Context, 'viewer'>;
type Owned = { organizationId: string | null };
type Action = 'create' | 'update' | 'delete';

/** For every repository, so none has to be loaded. */
export function canChangeAll(context: WithViewer, action: Action): boolean {
  return viewerCan(context, `repository:${action}`) && viewerCan(context, 'organization:list');
}

export function canChange(context: WithViewer, action: Action, repository: Owned): boolean {
  const { organizationId } = repository;
  if (viewerCan(context, `repository:${action}`)) return canSeeWithin(context, organizationId);
  return organizationId !== null && viewerCanIn(context, organizationId, `repository:${action}`);
}

/** Condition for deleted repositories that the viewer may restore: the ones they may delete. */
export function restorableRepositories(context: WithViewer): object {
  if (canChangeAll(context, 'delete')) return {};
  const isOwn = (organizationId: string | null) => canChange(context, 'delete', { organizationId });
  const organizations = { organizationId: { in: viewerOrganizations(context).filter(isOwn) } };
  return isOwn(null) ? { OR: [{ organizationId: null }, organizations] } : organizations;
}

/** @throws NOT_FOUND at `field` if the viewer can't see the repository, FORBIDDEN if they may not change it */
export function requireCanChange(
  context: Context,
  action: Action,
  { repository, field }: { repository: Owned; field: string },
): void {
  if (canChange(context, action, repository)) return;
  if (!canSeeWithin(context, repository.organizationId)) throw userError('NOT_FOUND', field);
  throw missingPermission(context.viewer, `repository:${action}`);
}

/** Event of a change that `canChange` permits. Changes made while impersonating count as a manager's. */
export function eventOf(context: Context, kind: RecordEvent['kind'], action: Action): RecordEvent {
  const isOwn = actorOf(context) === context.viewer?.user.id;
  const byManager = !isOwn || viewerCan(context, `repository:${action}`);
  return { ...recordEventOf(context, kind), byManager };
}
