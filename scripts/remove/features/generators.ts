import type { Feature } from '#scripts/remove/feature.ts';

/** For founders who have generated what their product needs. */
export const generators: Feature = {
  name: 'generators',
  purpose: 'npm run add, which writes entities, pages and languages',
  files: [
    'docs/decisions/042-*',
    'docs/recipes/{comment,public-page}.md',
    'docs/recipes/{comment,public-page}/**',
    'docs/recipes/patches/{comment,public-page}.*',
    'lab/{generators,recipes}/**',
    'scripts/add.ts',
    'scripts/add/**',
  ],
  names:
    /^exec node scripts\/bootstrap\.mjs add$|^npm run add|^recipeCommands$|^(Generators|Recipes)$/,
  prose: /npm.run.add\b|`generators`|lab\/(generators|recipes)|\((comment|public-page)\.md\)/,
  leftover: /npm run add\b|scripts\/add\b|lab\/(generators|recipes)/,
  notes: ['What they wrote stays.'],
};
