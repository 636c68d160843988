/** Which repositories the viewer sees and may change: those of the installation, and those of organizations. */
import { actorOf, recordEventOf } from '#server/auth/audit-log.ts';
import type { RecordEvent } from '#server/database/record-events.ts';
import {
  type Context,
  canSeeWithin,
  tokenOrganization,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { apiError, userError } from '#server/graphql/errors.ts';

type WithViewer = Pick<Context, 'viewer'>;
type Owned = { organizationId: string | null };
type Action = 'create' | 'update' | 'delete';

/** Whether the viewer, who may read repositories, sees this one. */
export function isVisible(context: WithViewer, { organizationId }: Owned): boolean {
  return canSeeWithin(context, organizationId);
}

/** The condition for repositories of one owner, or of the installation and of several organizations. */
export type Visible =
  | { organizationId: string | null }
  | { OR: [{ organizationId: null }, { organizationId: { in: string[] } }] };

/** The condition for the repositories that the viewer sees; undefined if they see all. */
export function visibleRepositories(context: WithViewer): Visible | undefined {
  if (viewerCan(context, 'organization:list')) return undefined;
  const only = tokenOrganization(context);
  if (only !== null) return { organizationId: only };
  const ids = viewerOrganizations(context);
  const shared = { organizationId: null };
  return ids.length === 0 ? shared : { OR: [shared, { organizationId: { in: ids } }] };
}

/** Whether the viewer may do this to every repository, so that none has to be looked at. */
export function canChangeAll(context: WithViewer, action: Action): boolean {
  return viewerCan(context, `repository:${action}`) && viewerCan(context, 'organization:list');
}

/** Whether the viewer may do this: by their role in the installation, or in the repository's organization. */
export function canChange(context: WithViewer, action: Action, repository: Owned): boolean {
  const { organizationId } = repository;
  if (viewerCan(context, `repository:${action}`)) return isVisible(context, repository);
  return organizationId !== null && viewerCanIn(context, organizationId, `repository:${action}`);
}

/**
 * @throws {UserErrors} NOT_FOUND at `field` for what the viewer does not see; FORBIDDEN for what they may not change
 */
export function requireCanChange(
  context: Context,
  action: Action,
  { repository, field }: { repository: Owned; field: string },
): void {
  if (canChange(context, action, repository)) return;
  if (!isVisible(context, repository)) throw userError('NOT_FOUND', field);
  const requiredPermission = `repository:${action}` as const;
  throw apiError('FORBIDDEN', `You lack the permission \`${requiredPermission}\`.`, {
    requiredPermission,
  });
}

/** The event of a change that `canChange` permits. What a manager does while impersonating is theirs. */
export function eventOf(context: Context, kind: RecordEvent['kind'], action: Action): RecordEvent {
  const isOwn = actorOf(context) === context.viewer?.user.id;
  const isByMember = isOwn && !viewerCan(context, `repository:${action}`);
  return { ...recordEventOf(context, kind), isByMember };
}
