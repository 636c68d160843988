import type { Feature } from '#scripts/remove/feature.ts';

export const accessTokens: Feature = {
  name: 'access-tokens',
  purpose: 'access tokens of people and service accounts; only sessions can then use the API',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*{access-token,service-account,wrong-token}*{,/**}',
    'shared/locales/*/accessToken.json',
    'tests/server/*organization-token*',
    'tests/server/*token-scope*',
    'lab/server/credentials.test.ts',
    'lab/clients/{apollo,common,relay}/**',
    'lab/clients/{clients.test,guide.test,product}.ts',
    'docs/decisions/020-*',
  ],
  names:
    /access.?token|wrong.?tokens|service.?account|x-api-key|atr_|^token(Id|Name|Org\w+|Ref\w+)$|ViewerToken|(find|has|read)(Placed|Misplaced|Two)?Tokens?$|isTokenOnly|^(crossOriginHeaders|isPreflight)$|scopelessFields|PageSection|^authn_token_revoked$|^scopesOf$|token_owners|grantableScopes|^(SCOPES_REQUIRED|SCOPE_NOT_GRANTED|LIFETIME_INVALID|OVERLAP_INVALID|\w+_owner_is_person|session_of_person)$/i,
  absent:
    /^(isServiceAccount|accessToken(Button|Form|Script)?|tokenId|tokenOrg\w+|(find|has|read)(Placed|Misplaced|Two)?Tokens?|isTokenOnly|accessTokens|lacksReach|useShownSection|showsKind)$/,
  unchanged: /^(ofKind|orByAccessToken)$/,
  // Not the columns that better-auth needs for providers.
  stored: /[aA]ccessTokens|^AccessToken$|access_token|ServiceAccount|^token(Id|Name)$/,
  // Without it, they would be people, and one of them could count as the last admin.
  discarded: { user: '"isServiceAccount"' },
  // Kubernetes and the columns of better-auth use the same words.
  leftover: /access.?token(?!ExpiresAt|\s+String)|service.?account(?!Token)|x-api-key|atr_/i,
  prose: /access.?token|service.?account(?!Token)|x-api-key|atr_/i,
};
