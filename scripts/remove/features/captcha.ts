import type { Feature } from '#scripts/remove/feature.ts';

export const captcha: Feature = {
  name: 'captcha',
  purpose: 'a captcha that people solve before a code is sent',
  files: ['{client,scripts,server,tests}/**/*captcha*', 'client/features/auth/captcha/*'],
  names: /captcha|turnstile/i,
  prose: /captcha|turnstile/i,
};
