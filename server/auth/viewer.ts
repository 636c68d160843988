import type { Settings } from '#server/settings.ts';
import { type OrganizationRole, organizationRoles } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';
import type { AuthSession } from './auth.ts';

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
    AuthSession['session'],
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
    AuthSession['user'],
    'id' | 'email' | 'name' | 'role' | 'banned' | 'banExpires' | 'language' | 'onboardedAt'
  > & {
    /** Roles in organizations that count. A limited access token only has the one in its organization. */
    memberships: string;
  };
};

export const isImpersonated = (viewer: Viewer | null): boolean =>
  viewer?.session?.impersonatedBy != null;

/** Key shared by viewers with the same permissions. For an access token it includes its scopes and organization. */
export function rightsOf({ user, accessToken }: Viewer): string {
  if (!accessToken) return String(user.role);
  return `${user.role} ${accessToken.scopes.join(' ')} ${accessToken.organizationId ?? ''}`;
}

type Memberships = ReadonlyMap<string, OrganizationRole>;

/** Most viewers repeat, so parsed memberships are cached. */
const maxKnown = 1_000;
const known = new Map<string, Memberships>();
/** The last lookup: a list checks each of its entries, and comparing long texts is slow. */
let last = { stored: '', memberships: new Map() as Memberships };

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
  if (stored === last.stored) return last.memberships;
  const before = known.get(stored);
  last = { stored, memberships: before ?? parse(stored) };
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  known.set(stored, last.memberships);
  return last.memberships;
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
