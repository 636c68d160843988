import type { AuthSession } from './auth.ts';

/** The signed-in user and their session, with the fields that the API uses. */
export type Viewer = {
  /** Set where other viewers may get the same answer, see server/graphql/shared-viewer.ts. */
  isUser?: (id: string) => boolean;
  session: Pick<
    AuthSession['session'],
    'id' | 'userId' | 'createdAt' | 'expiresAt' | 'impersonatedBy' | 'lastActiveAt'
  >;
  user: Pick<
    AuthSession['user'],
    'id' | 'email' | 'name' | 'role' | 'banned' | 'banExpires' | 'language' | 'onboardedAt'
  >;
};
