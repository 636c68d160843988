import type { Feature } from '#scripts/remove/feature.ts';

/** New projects are made from the starter, not from each other, and don't repeat its tests. */
export const starter: Feature = {
  name: 'starter',
  purpose: 'npm run new, npm create, the laboratory, and what compares the starter with others',
  files: [
    '.ci/run',
    '.github/ISSUE_TEMPLATE/**',
    'docs/decisions/045-*',
    'docs/guides/take-updates-from-upstream.md',
    'lab/**',
    'packages/create-project/**',
    // Globs leave out what begins with a dot.
    '{lab,packages/create-project}/.gitignore',
    'scripts/make-own.ts',
    'scripts/new.ts',
    'scripts/new/**',
  ],
  names:
    /^exec node scripts\/bootstrap\.mjs (new|cli (backup|restore)|\.\.\/lab\/\S+)$|make-own|create-atrium|(^|[#./])lab(\/|$)|^#playwright$/,
  absent: /^isLab$/,
  prose:
    /npm run (new|bench|cluster|resilience|soak|test:(all|exhaustive))\b|npm create\b|make-own|\blab\/|laborator|take-updates-from-upstream|^#+ (Create the project|How it is tested|Measurements)$/,
  leftover: /npm run (new|bench|cluster|resilience|soak|test:)\b|make-own|\blab\//,
};
