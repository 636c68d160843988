import type { Feature } from '#scripts/remove/feature.ts';

export const outbound: Feature = {
  name: 'outbound',
  purpose: 'calls of other servers',
  users: ['captcha', 'social-sign-in'],
  files: ['server/network/send.ts', 'server/outbound.ts', 'tests/server/outbound.test.ts'],
  names: /(?<!with)outbound/i,
  prose: /\boutbound\b|calls only hosts/,
};
