/** Which parts belong to which command. */

import { build } from '#scripts/build.ts';
import { browserPart, type Part, staticParts, unitPart } from './parts.ts';

const builds: Part = {
  title: 'The client builds and is small enough',
  run: async () => {
    await build();
    return { passed: 1, failed: 0 };
  },
};

/** `npm test`. */
export const testSuites = (): Part[] => [
  ...staticParts,
  builds,
  unitPart('Unit and server tests', { projects: ['shared', 'client', 'server'] }),
  browserPart(['--grep-invert', '@exhaustive']),
];

/** `npm run test:exhaustive`: what takes long because it waits, measures and breaks things. */
export const exhaustiveSuites = (): Part[] => [
  unitPart('Attacks', { projects: ['outside'], files: ['tests/attack/'] }),
  browserPart(['--grep', '@exhaustive'], 'Browser tests in the other languages'),
  unitPart('Faults', { projects: ['outside'], files: ['tests/faults/'] }),
];
