import type { Feature } from '#scripts/remove/feature.ts';

/** Goes with the last of several features. */
export const loginError: Feature = {
  name: 'login-error',
  purpose: 'the page that explains why a sign-in failed',
  files: ['client/features/auth/login-error-page.tsx'],
  names: /^loginError$|^\/login\/error|login\/error\?/,
  prose: /\/login\/error/,
};
