import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { userPaths } from '#client/features/user/entity.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';

type Person = { id: string; name: string; email: string };

/** Falls back to the email until onboarding. */
export const personName = ({ name, email }: Person) => name || email;

/** The event's actor: the current name, or the recorded one if the account is gone. */
export function doneBy(event: AuditLogRowFragment): { id: string | null; name: string | null } {
  const { actor, actorName } = event;
  return actor ? { id: actor.id, name: personName(actor) } : { id: null, name: actorName };
}

const isOrganizationInvitation = (id: string) => id.startsWith('inv_');

/** The event's subject, unless it is the actor. */
export function aboutOther(event: AuditLogRowFragment): string | null {
  const { actorId, user, repository, organizationName, subjectName, subjectId } = event;
  if (subjectId === actorId) return null;
  // The log doesn't store email addresses of invitees.
  if (isOrganizationInvitation(subjectId)) return organizationName;
  return user ? personName(user) : (subjectName ?? repository?.name ?? subjectId);
}

export function memberOf({ subjectId, organizationName }: AuditLogRowFragment): string | null {
  return subjectId.startsWith('usr_') ? organizationName : null;
}

export function subjectPath({
  user,
  repository,
  organization,
}: AuditLogRowFragment): string | undefined {
  if (user) return userPaths.detail(user.id);
  if (organization) return organizationPaths.managedDetail(organization.id);
  return repository ? repositoryPaths.detail('manager', repository.id) : undefined;
}
