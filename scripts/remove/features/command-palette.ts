import type { Feature } from '#scripts/remove/feature.ts';

export const commandPalette: Feature = {
  name: 'command-palette',
  purpose: '⌘K, which finds pages, records and actions, and other keys that work on every page',
  files: [
    'client/features/palette/**',
    'client/layouts/search-button.tsx',
    'lab/e2e/{palette-keys,shortcuts}.spec.ts',
    'shared/locales/*/palette.json',
    'tests/e2e/shortcuts.spec.ts',
  ],
  names: /palette|^(createKey|shortcutDialog|sidebarKeys|withKeys)$|^Control\+k$/i,
  unchanged: /^withKeys$/,
  prose: /palette|list of keyboard shortcuts|the key E/i,
  leftover: /palette/i,
};
