import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { userPaths } from '#client/features/user/entity.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';

/** The organization that an event is about, where there are any: as it is now, and its name then. */
export type OfOrganization = {
  organization?: { id: string; name: string } | null;
  organizationName?: string | null;
};

export type LoggedEvent = AuditLogRowFragment & OfOrganization;

type Person = { id: string; name: string; email: string };

/** The user's name, or the email until they have entered a name. */
export const personName = ({ name, email }: Person) => name || email;

/** Who caused an event: by their name now or, if their account is gone, then. */
export function doneBy(event: AuditLogRowFragment): { id: string | null; name: string | null } {
  const { actor, actorName, user, subjectName, subjectId } = event;
  if (actor) return { id: actor.id, name: personName(actor) };
  // Others than the account's owner are named; what happens to records is always done by others.
  if (actorName !== null) return { id: null, name: actorName };
  if (!subjectId.startsWith('usr_')) return { id: null, name: null };
  return user ? { id: user.id, name: personName(user) } : { id: null, name: subjectName };
}

/** What an event is about, if that is not its actor. */
export function aboutOther(event: AuditLogRowFragment): string | null {
  const { actor, actorName, user, repository, subjectName, subjectId } = event;
  if (subjectId.startsWith('usr_') && !actor && actorName === null) return null;
  return user ? personName(user) : (subjectName ?? repository?.name ?? subjectId);
}

/** The organization whose member an event is about. */
export function memberOf({ subjectId, organizationName }: LoggedEvent): string | null {
  return subjectId.startsWith('usr_') ? (organizationName ?? null) : null;
}

/** Path of the record that an event is about; undefined if it is gone. */
export function subjectPath({ user, repository, organization }: LoggedEvent): string | undefined {
  if (user) return userPaths.detail(user.id);
  if (organization) return organizationPaths.managedDetail(organization.id);
  return repository ? repositoryPaths.detail('manager', repository.id) : undefined;
}
