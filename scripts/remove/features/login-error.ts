import type { Feature } from '#scripts/remove/feature.ts';

export const loginError: Feature = {
  name: 'login-error',
  purpose: 'the page that explains why a sign-in failed',
  users: ['live-events', 'social-sign-in'],
  files: ['client/features/auth/login-error-page.tsx'],
  names: /^loginError$|^\/login\/error|login\/error\?/,
  prose: /\/login\/error/,
};
