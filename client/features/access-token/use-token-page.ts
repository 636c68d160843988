/** Pages of access tokens. Adds each token's organization if organizations are enabled. */
import { useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { type ListPage, listPage } from '#client/graphql/paged-list.tsx';
import { limits } from '#shared/limits.ts';
import {
  type AccessTokenRowFragment,
  OwnAccessTokensDocument,
  UserAccessTokensDocument,
} from './access-tokens.generated.ts';
import {
  OwnLimitedAccessTokensDocument,
  UserLimitedAccessTokensDocument,
} from './token-organizations.generated.ts';

export type TokenNode = Masked<AccessTokenRowFragment> & {
  id: string;
  organization?: { name: string } | null;
};

const first = limits.accessTokensPerUser;

export function useOwnTokenPage(after: string | null) {
  const variables = { first, after };
  const canRead = useCan('organization:read');
  const plain = useQuery({ query: OwnAccessTokensDocument, variables, pause: canRead });
  const limited = useQuery({ query: OwnLimitedAccessTokensDocument, variables, pause: !canRead });
  const page: ListPage<TokenNode> = canRead
    ? listPage(limited, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens))
    : listPage(plain, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens));
  const { data } = (canRead ? limited : plain)[0];
  return { page, scopes: data?.viewer?.user.grantableScopes ?? [] };
}

export function useUserTokenPage(id: string, after: string | null) {
  const variables = { id, first, after };
  const canRead = useCan('organization:read');
  const plain = useQuery({ query: UserAccessTokensDocument, variables, pause: canRead });
  const limited = useQuery({ query: UserLimitedAccessTokensDocument, variables, pause: !canRead });
  const page: ListPage<TokenNode> = canRead
    ? listPage(limited, ({ user }) => user?.accessTokens && unmask(user.accessTokens))
    : listPage(plain, ({ user }) => user?.accessTokens && unmask(user.accessTokens));
  const { data } = (canRead ? limited : plain)[0];
  return { page, user: data?.user };
}
