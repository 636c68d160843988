import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import type { Expectations } from './expectations.ts';

const modules = import.meta.glob<{ expectations: Expectations }>('../entities/*.ts', {
  eager: true,
});

export const expectedEntities: readonly Expectations[] = Object.values(modules).map(
  ({ expectations }) => expectations,
);

export const auditOf: Record<string, readonly AuditEventKind[]> = Object.assign(
  {},
  ...expectedEntities.map((entity) => entity.audit),
);

function fileWhere(matches: (entity: Expectations) => unknown): string {
  const entity = Object.entries(modules).find(([, { expectations }]) => matches(expectations));
  return entity ? entity[0].replace('../', 'tests/') : 'tests/entities/<entity>.ts';
}

export function missingRow(name: string, table: 'scopes' | 'audit'): string {
  const file = fileWhere(({ rootFields }) => rootFields?.[name]);
  return `${name} has no row, or another one, in \`${table}\` of ${file}`;
}

export function missingValue(type: string, field: string): string {
  const file = fileWhere((entity) => entity.type === type);
  return `${type}.${field} is null: give it a value in \`newRecord\` of ${file}`;
}
