import type { Expectations } from './expectations.ts';

const modules = import.meta.glob<{ expectations: Expectations }>('../entities/*.ts', {
  eager: true,
});

/** What tests/entities says of each entity. */
export const expectedEntities: readonly Expectations[] = Object.values(modules).map(
  ({ expectations }) => expectations,
);
