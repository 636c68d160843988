import type { Feature } from '#scripts/remove/feature.ts';

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
  names: /^exec node scripts\/bootstrap\.mjs remove$|^scripts\/remove\//,
  // Options that several features use.
  absent: /^(nameLabel|staysOpen)$/,
  prose: /npm run remove\b|remove-a-feature|languages.* besides English/,
};
