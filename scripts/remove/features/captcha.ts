import type { Feature } from '#scripts/remove/feature.ts';

export const captcha: Feature = {
  name: 'captcha',
  purpose: 'a captcha that people solve before a code is sent',
  files: [
    '{client,scripts,server,tests,lab}/**/*captcha*{,/**}',
    'client/features/auth/challenge.tsx',
  ],
  // Its error codes, by better-auth, have texts.
  names: /[cC]aptcha|CAPTCHA|turnstile|^(Challenge|Solution|VERIFICATION_FAILED|MISSING_RESPONSE)$/,
  absent: /^(challenges|isHuman|solution|solve|useChallenge)$/,
  prose: /captcha|solution of a challenge|isHuman|turnstile|VERIFICATION_FAILED|MISSING_RESPONSE/i,
};
