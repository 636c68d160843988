import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import type { Expectations } from './expectations.ts';

const modules = import.meta.glob<{ expectations: Expectations }>('../entities/*.ts', {
  eager: true,
});

export const expectedEntities: readonly Expectations[] = Object.values(modules).map(
  ({ expectations }) => expectations,
);

export const eventsOf: Record<string, readonly AuditEventKind[]> = Object.assign(
  {},
  ...expectedEntities.map((entity) => entity.events),
);

export function missingRow(name: string, table: 'scopes' | 'events'): string {
  const entity = Object.entries(modules).find(
    ([, { expectations }]) => expectations.rootFields?.[name],
  );
  const file = entity ? entity[0].replace('../', 'tests/') : 'tests/entities/<entity>.ts';
  return `${name} has no row, or another one, in \`${table}\` of ${file}`;
}
