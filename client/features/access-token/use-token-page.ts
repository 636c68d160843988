import { useQuery } from 'urql';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { listPage } from '#client/graphql/paged-list.tsx';
import { limits } from '#shared/limits.ts';
import {
  type AccessTokenRowFragment,
  OwnAccessTokensDocument,
  UserAccessTokensDocument,
} from './access-tokens.generated.ts';

export type TokenNode = Masked<AccessTokenRowFragment> & {
  id: string;
  organization?: { name: string } | null;
};

const first = limits.accessTokensPerUser;

export function useOwnTokenPage(after: string | null) {
  const query = useQuery({ query: OwnAccessTokensDocument, variables: { first, after } });
  const page = listPage(query, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens));
  return { page, scopes: query[0].data?.viewer?.user.grantableScopes ?? [] };
}

export function useUserTokenPage(id: string, after: string | null) {
  const query = useQuery({ query: UserAccessTokensDocument, variables: { id, first, after } });
  const page = listPage(query, ({ user }) => user?.accessTokens && unmask(user.accessTokens));
  return { page, user: query[0].data?.user };
}
