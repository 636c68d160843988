import type { Feature } from '#scripts/remove/feature.ts';

export const impersonation: Feature = {
  name: 'impersonation',
  purpose: 'admins who use the product in the name of a user, to see what they see',
  files: [
    'server/{auth,modules}/impersonation/**',
    '{client,scripts,server,shared,tests}/**/*impersonat*',
    'tests/server/manager-privacy.test.ts',
  ],
  // Two cookies of better-auth that only it sets.
  names: /impersonat|^(admin_session|dont_remember)$/i,
  absent:
    /^(hidesImpersonator|is(Impersonated|Impersonation)|impersonat(edBy|edId|or|orId|orName|orSession|orSessionId)|useImpersonationLock)$/,
  // Without the columns they would be sessions of the user.
  discarded: { session: '"impersonatedBy" IS NOT NULL' },
  prose: /impersonat/i,
};
