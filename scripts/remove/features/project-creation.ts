import type { Feature } from '#scripts/remove/feature.ts';

/** New projects are made from the starter, not from each other. */
export const projectCreation: Feature = {
  name: 'project-creation',
  purpose: 'npm run new and the package that creates projects from the registry',
  files: [
    'packages/create-project/**',
    'scripts/new.ts',
    'scripts/make-own.ts',
    'scripts/new/**',
    'scripts/remove/features/project-creation.ts',
    'lab/creation/**',
  ],
  names:
    /^exec node scripts\/bootstrap\.mjs new$|make-own|project-?creation|create-atrium|^tests\/creation\/$/i,
  prose: /npm run new\b|npm create\b|make-own/,
  leftover: /npm run new\b|make-own/,
  packages: ['@clack/prompts'],
};
