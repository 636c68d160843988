/** What goes with the last of several features. */
import type { Feature } from '#scripts/remove/feature.ts';

export const loginError: Feature = {
  name: 'login-error',
  purpose: 'the page that explains why a sign-in failed',
  files: ['client/features/auth/login-error-page.tsx'],
  names: /^loginError$|^\/login\/error|login\/error\?/,
  prose: /\/login\/error/,
};

export const outbound: Feature = {
  name: 'outbound',
  purpose: 'calls of other servers',
  files: ['server/network/send.ts', 'server/outbound.ts', 'tests/server/outbound.test.ts'],
  names: /(?<!with)outbound/i,
  prose: /\boutbound\b|calls only hosts/,
};

/** Nothing needs it once everything else is removed. */
export const removal: Feature = {
  name: 'removal',
  purpose: 'npm run remove',
  files: [
    'docs/decisions/030-*',
    'docs/guides/remove-a-feature.md',
    'scripts/remove.ts',
    'scripts/remove/**',
  ],
  names: /^exec node scripts\/bootstrap\.mjs remove$/,
  prose: /npm run remove\b|remove-a-feature|languages.* besides English/,
};

export const selectedTypes: Feature = {
  name: 'selected-types',
  purpose: 'queries that are asked again for the types of their records',
  files: ['client/graphql/selected-types.ts', 'tests/client/selected-types.test.ts'],
  names: /selectsType|selected-types|^refetchTypes$|fieldsByType/,
  prose: /selected-types|fields that return its records/,
};
