import type { Feature } from '#scripts/remove/feature.ts';

export const captcha: Feature = {
  name: 'captcha',
  purpose: 'a captcha that people solve before a code is sent',
  files: ['{client,scripts,server,tests,lab}/**/*captcha*', 'client/features/auth/captcha/*'],
  // Its error codes, by better-auth, have texts.
  names: /captcha|turnstile|^(VERIFICATION_FAILED|MISSING_RESPONSE)$/i,
  prose: /captcha|turnstile|VERIFICATION_FAILED|MISSING_RESPONSE/i,
};
