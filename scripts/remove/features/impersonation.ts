import type { Feature } from '#scripts/remove/feature.ts';

export const impersonation: Feature = {
  name: 'impersonation',
  purpose: 'admins who use the product in the name of a user, to see what they see',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*impersonat*{,/**}',
    'tests/server/manager-privacy.test.ts',
  ],
  // With the cookie of better-auth that only it sets, without better-auth's error codes, which have texts.
  names: /(?<!YOU_(CANNOT|ARE_NOT_ALLOWED_TO)_)impersonat|^admin_session$/i,
  absent:
    /^(hidesImpersonator|is(Impersonated|Impersonation)|impersonat(edBy|edId|or|orId|orName|orExpiry|orSession|orSessionId)|useImpersonationLock)$/,
  // Not the column of sessions that better-auth reads.
  stored: /^impersonat(ed|ed_?Id|ion.*|or.*)$/i,
  leftover: /(?<!YOU_(CANNOT|ARE_NOT_ALLOWED_TO)_)impersonat(?!edBy\s+String)/i,
  // Without the feature they would be sessions of the user.
  discarded: { session: '"impersonatedBy" IS NOT NULL' },
  prose: /(?<!YOU_(CANNOT|ARE_NOT_ALLOWED_TO)_)impersonat(?!edBy\s+String)/i,
  notes: ['The column "impersonatedBy" of sessions stays, since better-auth reads it.'],
};
