import type { Expectations } from './expectations.ts';

const modules = import.meta.glob<{ expectations: Expectations }>('../entities/*.ts', {
  eager: true,
});

export const expectedEntities: readonly Expectations[] = Object.values(modules).map(
  ({ expectations }) => expectations,
);

/** Those with `newRecord`, so that tests can create their records. */
export const creatableEntities = expectedEntities.flatMap(({ newRecord, ...entity }) =>
  newRecord ? [{ ...entity, newRecord }] : [],
);

function fileWhere(matches: (entity: Expectations) => unknown): string {
  const entity = Object.entries(modules).find(([, { expectations }]) => matches(expectations));
  return entity ? entity[0].replace('../', 'tests/') : 'tests/entities/<entity>.ts';
}

export function missingScopes(name: string): string {
  const file = fileWhere(({ rootFields }) => rootFields?.[name]);
  return `${name} has no row, or another one, in \`scopes\` of ${file}`;
}

export function missingValue(type: string, field: string): string {
  const file = fileWhere((entity) => entity.type === type);
  return `${type}.${field} is null: give it a value in \`newRecord\` of ${file}`;
}
