import type { Feature } from '#scripts/remove/feature.ts';

export const screenshots: Feature = {
  name: 'screenshots',
  purpose: 'npm run screens, which takes screenshots of every screen',
  files: ['scripts/screens.ts', 'tests/screens/**'],
  names: /^exec node scripts\/bootstrap\.mjs screens$|^tests\/screens\/|SCREENS_LANGUAGE/,
  prose: /npm run screens|SCREENS_LANGUAGE|`screenshots`/,
  leftover: /npm run screens|SCREENS_LANGUAGE|tests\/screens\b/,
};
