/** Pages of access tokens, with the organizations that they are limited to where there are any. */
import { useCan } from '#client/features/session/use-session.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { type ListPage, listPage } from '#client/graphql/paged-list.tsx';
import { limits } from '#shared/limits.ts';
import {
  type AccessTokenRowFragment,
  useOwnAccessTokensQuery,
  useUserAccessTokensQuery,
} from './access-tokens.generated.ts';
import {
  useOwnLimitedAccessTokensQuery,
  useUserLimitedAccessTokensQuery,
} from './token-organizations.generated.ts';

/** A token with the organization that it is limited to. */
export type TokenNode = Masked<AccessTokenRowFragment> & {
  id: string;
  organization?: { name: string } | null;
};

const first = limits.accessTokensPerUser;

/** A page of the viewer's tokens, and the scopes that they can have. */
export function useOwnTokenPage(after: string | null) {
  const variables = { first, after };
  const canRead = useCan('organization:read');
  const plain = useOwnAccessTokensQuery({ variables, pause: canRead });
  const limited = useOwnLimitedAccessTokensQuery({ variables, pause: !canRead });
  const page: ListPage<TokenNode> = canRead
    ? listPage(limited, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens))
    : listPage(plain, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens));
  const { data } = (canRead ? limited : plain)[0];
  return { page, scopes: data?.viewer?.user.grantableScopes ?? [] };
}

/** A page of a user's tokens, and the user. */
export function useUserTokenPage(id: string, after: string | null) {
  const variables = { id, first, after };
  const canRead = useCan('organization:read');
  const plain = useUserAccessTokensQuery({ variables, pause: canRead });
  const limited = useUserLimitedAccessTokensQuery({ variables, pause: !canRead });
  const page: ListPage<TokenNode> = canRead
    ? listPage(limited, ({ user }) => user?.accessTokens && unmask(user.accessTokens))
    : listPage(plain, ({ user }) => user?.accessTokens && unmask(user.accessTokens));
  const { data } = (canRead ? limited : plain)[0];
  return { page, user: data?.user };
}
