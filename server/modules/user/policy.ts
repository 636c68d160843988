/**
 * What the viewer may do to a person. The fields `viewerCan…` answer with these functions and the
 * mutations obey them. Nobody bans, deletes or demotes themselves: whoever asks is an admin, so at
 * least one admin is always left, and the database sees to that under concurrency.
 */
import { isBanned, isFresh } from '#server/auth/session-rules.ts';
import type { Context } from '#server/graphql/context.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { apiError, userError } from '#server/graphql/errors.ts';
import { can } from '#shared/permissions.ts';

type Person = { id: string };

function isSelf({ viewer }: Context, person: Person): boolean {
  return viewer?.user.id === person.id;
}

type Holder = Person & { role: string };

/**
 * Whoever has a manager's address is that manager, so their own code changes it and nothing else.
 * The viewer's own address changes by a code too.
 */
export function canUpdateEmail(context: Context, person: Holder): boolean {
  return (
    viewerCan(context, 'user:update') &&
    !isSelf(context, person) &&
    !can(person.role, 'user:update')
  );
}

export function canSetRole(context: Context, person: Person): boolean {
  return viewerCan(context, 'user:set-role') && !isSelf(context, person);
}

export function canBan(context: Context, person: Person): boolean {
  return viewerCan(context, 'user:ban') && !isSelf(context, person);
}

export function canDelete(context: Context, person: Person): boolean {
  return viewerCan(context, 'user:delete') && !isSelf(context, person);
}

type Impersonable = Person & {
  role: string;
  onboardedAt: Date | null;
  banned: boolean;
  banExpires: Date | null;
};

/** Managers are not impersonated, nor is who cannot use the product: they have not come yet, or are banned. */
export function canImpersonate(context: Context, person: Impersonable): boolean {
  return (
    viewerCan(context, 'user:impersonate') &&
    !isSelf(context, person) &&
    !can(person.role, 'user:impersonate') &&
    person.onboardedAt !== null &&
    !isBanned(person)
  );
}

/** @throws {Refusal} if the viewer may not give this person another address */
export function requireCanUpdateEmail(context: Context, person: Holder): void {
  if (canUpdateEmail(context, person)) return;
  const own = isSelf(context, person);
  throw userError(own ? 'OWN_EMAIL_REQUIRES_CODE' : 'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS', 'email');
}

/** @throws {Refusal} if the viewer signed in too long ago to change who an account belongs to */
export function requireFreshSession({ viewer }: Context): void {
  if (!viewer || !isFresh(viewer.session)) throw userError('SESSION_NOT_FRESH');
}

/** @throws the refusal if the viewer may not ban this person */
export function requireCanBan(context: Context, person: Person): void {
  if (!canBan(context, person)) throw userError('YOU_CANNOT_BAN_YOURSELF');
}

/** @throws the refusal if the viewer may not delete this person */
export function requireCanDelete(context: Context, person: Person): void {
  if (!canDelete(context, person)) throw userError('YOU_CANNOT_REMOVE_YOURSELF');
}

/** @throws FORBIDDEN if the viewer may not give this person another role */
export function requireCanSetRole(context: Context, person: Person): void {
  if (!canSetRole(context, person)) {
    throw apiError('FORBIDDEN', 'You cannot change your own role.');
  }
}
