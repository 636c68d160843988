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
  const canReadOrganizations = useCan('organization:read');
  const plain = useQuery({
    query: OwnAccessTokensDocument,
    variables,
    pause: canReadOrganizations,
  });
  const limitedOwn = useQuery({
    query: OwnLimitedAccessTokensDocument,
    variables,
    pause: !canReadOrganizations,
  });
  const page: ListPage<TokenNode> = canReadOrganizations
    ? listPage(limitedOwn, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens))
    : listPage(plain, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens));
  const { data } = (canReadOrganizations ? limitedOwn : plain)[0];
  return { page, scopes: data?.viewer?.user.grantableScopes ?? [] };
}

export function useUserTokenPage(id: string, after: string | null) {
  const variables = { id, first, after };
  const canReadOrganizations = useCan('organization:read');
  const plain = useQuery({
    query: UserAccessTokensDocument,
    variables,
    pause: canReadOrganizations,
  });
  const limitedOfUser = useQuery({
    query: UserLimitedAccessTokensDocument,
    variables,
    pause: !canReadOrganizations,
  });
  const page: ListPage<TokenNode> = canReadOrganizations
    ? listPage(limitedOfUser, ({ user }) => user?.accessTokens && unmask(user.accessTokens))
    : listPage(plain, ({ user }) => user?.accessTokens && unmask(user.accessTokens));
  const { data } = (canReadOrganizations ? limitedOfUser : plain)[0];
  return { page, user: data?.user };
}
