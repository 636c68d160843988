import type { Session, User } from '#server/generated/prisma/client.ts';
import type { Settings } from '#server/settings.ts';
import { type OrganizationRole, organizationRoles } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

export type ViewerToken = {
  id: string;
  /** Null if the creator's account was deleted. */
  creatorId: string | null;
  scopes: readonly Permission[];
  organizationId: string | null;
  hash: string;
  expiresAt: Date | null;
};

export type Viewer = {
  /** Set while organizations are disabled. */
  withoutOrganizations?: true;
  /** Null for an access token. */
  session: Pick<
    Session,
    | 'id'
    | 'userId'
    | 'createdAt'
    | 'reauthenticatedAt'
    | 'expiresAt'
    | 'impersonatedBy'
    | 'lastActiveAt'
  > | null;
  accessToken: ViewerToken | null;
  user: Pick<
    User,
    'id' | 'email' | 'name' | 'role' | 'banned' | 'banExpires' | 'language' | 'onboardedAt'
  > & {
    /** Roles in organizations that count. A limited access token only has the one in its organization. */
    memberships: string;
  };
};

export const isImpersonated = (viewer: Viewer | null): boolean =>
  viewer?.session?.impersonatedBy != null;

/**
 * The person behind a viewer. Behind an impersonation it is the manager. Behind an access token it is its creator, even a
 * service account's.
 */
export function personOf({ session, accessToken, user }: Viewer): string {
  if (accessToken) return accessToken.creatorId ?? accessToken.organizationId ?? user.id;
  return session?.impersonatedBy ?? user.id;
}

/** Key shared by viewers with the same permissions. For an access token it includes its scopes and organization. */
export function rightsOf({ user, accessToken }: Viewer): string {
  if (!accessToken) return String(user.role);
  return `${user.role} ${accessToken.scopes.join(' ')} ${accessToken.organizationId ?? ''}`;
}

type Memberships = ReadonlyMap<string, OrganizationRole>;

/** Most viewers repeat, so parsed memberships are cached. */
const maxKnown = 1_000;
const known = new Map<string, Memberships>();

function parse(stored: string): Memberships {
  return new Map(
    stored.split(' ').flatMap((entry) => {
      const [id = '', role = ''] = entry.split('=');
      return Object.hasOwn(organizationRoles, role)
        ? [[id, role as OrganizationRole] as const]
        : [];
    }),
  );
}

/** The viewer as stored, with the memberships that count: a limited access token only has the one in its organization. */
export function withCountedMemberships(viewer: Viewer): Viewer {
  const { accessToken, user } = viewer;
  if (!accessToken) return viewer;
  const memberships = membershipsWithin(user.memberships, accessToken.organizationId);
  return { ...viewer, user: { ...user, memberships } };
}

/** True for a token limited to an organization if its owner's membership there doesn't count. */
export const lacksReach = ({ user, accessToken }: Viewer): boolean =>
  Boolean(accessToken?.organizationId) && membershipsOf(user.memberships).size === 0;

function membershipsWithin(stored: string, organizationId: string | null): string {
  if (organizationId === null) return stored;
  return stored.split(' ').find((entry) => entry.startsWith(`${organizationId}=`)) ?? '';
}

/** Parses memberships: `org_…=owner org_…=member`. */
export function membershipsOf(stored: string): Memberships {
  const before = known.get(stored);
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  const memberships = parse(stored);
  known.set(stored, memberships);
  return memberships;
}

/**
 * The viewer with the rights that count in this installation. While organizations are disabled, memberships count for nothing,
 * and managers can only read organizations. Null for an access token limited to one.
 */
export function withoutDisabledOrganizations(
  viewer: Viewer | null,
  { organizations }: Pick<Settings, 'organizations'>,
): Viewer | null {
  if (organizations || !viewer) return viewer;
  if (viewer.accessToken?.organizationId) return null;
  return { ...viewer, withoutOrganizations: true, user: { ...viewer.user, memberships: '' } };
}

export const secondsPerDay = 24 * 60 * 60;

/** How old a session is, in seconds, when it is renewed: a day, or half its lifetime if that is less. */
export const renewalAge = (sessionDays: number): number =>
  Math.min(1, sessionDays / 2) * secondsPerDay;

/** Minutes for which a session is fresh after its user proved their identity. */
export const freshMinutes = 10;

type ProvenSession = {
  createdAt: Date | string;
  reauthenticatedAt?: Date | string | null | undefined;
  impersonatedBy?: string | null | undefined;
};

/** Whether the user of the session has signed in or reauthenticated recently. Impersonators never have. */
export function isFresh(session: ProvenSession): boolean {
  if (session.impersonatedBy) return false;
  const provedAt = new Date(session.reauthenticatedAt ?? session.createdAt).getTime();
  return Date.now() - provedAt <= freshMinutes * 60_000;
}

export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}

/** `isBanned` as a condition on users. */
export const bannedUsers = () => ({
  banned: true,
  OR: [{ banExpires: null }, { banExpires: { gt: new Date() } }],
});

/** Protects the account for a day, so that demoting an admin doesn't allow taking it over. */
export function wasAdminToday({ lastAdminAt }: { lastAdminAt: Date | null }): boolean {
  return lastAdminAt !== null && Date.now() - lastAdminAt.getTime() < secondsPerDay * 1_000;
}
