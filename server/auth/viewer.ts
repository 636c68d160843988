import type { OrganizationRole } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';
import type { AuthSession } from './auth.ts';

/** The access token that a request is authenticated by. */
export type ViewerToken = {
  id: string;
  scopes: readonly Permission[];
  /** The organization that it is limited to; null if it is not. */
  organizationId: string | null;
  /** HMAC of the secret. While a rotation overlaps, a token has two. */
  hash: string;
  /** When its secret expires; null if it does not. */
  expiresAt: Date | null;
};

/** Who a request is authenticated as: a user by their session, or by an access token. */
export type Viewer = {
  /** Set where other viewers may get the same answer, see server/graphql/shared-viewer.ts. */
  isUser?: (id: string) => boolean;
  /** Set there, too: the viewer's role in an organization. */
  roleIn?: (organizationId: string) => OrganizationRole | undefined;
  /** Null for an access token. */
  session: Pick<
    AuthSession['session'],
    'id' | 'userId' | 'createdAt' | 'expiresAt' | 'impersonatedBy' | 'lastActiveAt'
  > | null;
  /** Null for a session. */
  token: ViewerToken | null;
  user: Pick<
    AuthSession['user'],
    'id' | 'email' | 'name' | 'role' | 'banned' | 'banExpires' | 'language' | 'onboardedAt'
  > & {
    /** Roles in organizations, see memberships.ts. Of a limited token, the one in its organization. */
    memberships: string;
  };
};

/** Tells viewers apart that may do different things: their role, and the scopes and the limit of their token. */
export function rightsOf({ user, token }: Viewer): string {
  if (!token) return String(user.role);
  return `${user.role} ${token.scopes.join(' ')} ${token.organizationId ?? ''}`;
}
