import type { Feature } from '#scripts/remove/feature.ts';

export const accelerators: Feature = {
  name: 'accelerators',
  purpose: 'packages that answer the same requests two to three times as fast',
  files: [
    'docs/decisions/{019,027}-*',
    'lab/server/{organization-rows,rows,search-plans}.test.ts',
    'packages/{planned-execution,pothos-loaded-columns,prisma-sql}/**',
    'server/accelerate.ts',
    'tests/support/{plans,prisma-sql}.ts',
  ],
  names:
    /^(?!accelerat(ors|ed(Execute|Plugins|Query))$).*accelerat|loadedColumns|planned-execution|planOf|prisma-?sql(?!\/)/i,
  absent: /^accelerat(ors|ed(Execute|Plugins|Query))$/,
  isExtra: true,
  unchanged: /^accelerated$/,
  prose: /accelerat|planned-execution|prisma-sql|loaded-columns/i,
};
