/** Every entity with screens has the tests that docs/guides/add-an-entity.md names. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entities } from '#client/generated/entities.ts';

const fileName = (name: string) =>
  name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

it.each(entities)('$type has expectations and tests of its screens', (entity) => {
  const list = fileName(entity.list);
  const files = [`tests/entities/${fileName(entity.type)}.ts`, `tests/e2e/${list}.spec.ts`];
  const missing = files.filter((file) => !existsSync(file));
  expect(missing, 'are missing: see docs/guides/add-an-entity.md').toEqual([]);
});
