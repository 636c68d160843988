import type { Feature } from '#scripts/remove/feature.ts';

export const demo: Feature = {
  name: 'demo',
  purpose: 'a read-only mode to try the product, where everyone signs in with the same code',
  files: ['{client,scripts,server,shared,tests,lab}/**/*demo*{,/**}'],
  // Not who was demoted.
  names: /demo(?!t)/i,
  absent: /^demo$/,
  prose: /demo(?!t)/i,
};
