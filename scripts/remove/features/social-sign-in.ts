import type { Feature } from '#scripts/remove/feature.ts';

export const socialSignIn: Feature = {
  name: 'social-sign-in',
  purpose: 'sign-in with GitHub and an OpenID Connect provider',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*{identity-provider,social}*{,/**}',
    'server/settings/providers.ts',
    'client/features/{account,user}/linked-providers*',
    'client/features/auth/provider-buttons.tsx',
    'tests/server/providers.test.ts',
    'lab/server/provider-callback.test.ts',
    'tests/support/provider-for-file.ts',
    'tests/support/oidc.ts',
    'docs/decisions/{007,008,009}-*',
  ],
  // Not endpoints and error codes of better-auth's core, but the cookie that only it sets.
  names:
    /social-?sign-?in|sign-in\/social|callback\/(github|:id)|oidc|OpenID|GITHUB_CLIENT|identity.?providers?|^providers$|(linked|unlink|auth|no|silent)_?providers?\b|providers?(_linked|_unlinked|Button|-button|Endpoints|Facts?|Group|Hooks|Linked|Refusals|SignIn|Variables)|(count|announce|read)Provider|loginErrorPath|^(oauth_state|isUnavailable|assertedAddress|createdUserId)$/i,
  prose:
    /social sign-in|sign-in\/social|oidc|OpenID|identity providers?|GITHUB_CLIENT|provider-callback|social-sign-in/i,
};
