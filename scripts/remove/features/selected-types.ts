import type { Feature } from '#scripts/remove/feature.ts';

export const selectedTypes: Feature = {
  name: 'selected-types',
  purpose: 'queries that are asked again for the types of their records',
  users: ['live-events', 'organizations'],
  files: ['client/graphql/selected-types.ts', 'tests/client/selected-types.test.ts'],
  names: /selectsType|selected-types|^refetchTypes$|fieldsByType/,
  prose: /selected-types|fields that return its records/,
};
