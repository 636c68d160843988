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
  /** Set while organizations are disabled, see memberships.ts. */
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
    /** Roles in organizations that count, see memberships.ts. A limited access token only has the one in its organization. */
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
