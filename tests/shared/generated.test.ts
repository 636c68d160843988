/** What is generated from the folders: the documents of every entity, and nothing that is gone. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { entityDocuments, readEntity } from '#scripts/lib/entity-documents.ts';
import { deleteOrphans } from '#scripts/lib/generated-file.ts';
import { entityList } from '#scripts/lib/server-registry.ts';

const documents = `
  fragment AccessTokenEntry on AccessToken { id name }
  fragment AccessTokenSearch on Query {
    accessTokens(first: $first, searchTerm: $searchTerm) { nodes { ...AccessTokenEntry } }
  }
`;

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ');

it('joins the fragments of an entity of two words without spreading them', () => {
  const entity = readEntity('client/features/access-token', [documents]);
  expect(entity.list).toBe('accessTokens');
  const text = entityDocuments([entity]);
  expect(() => parse(text)).not.toThrow();
  expect(text).not.toMatch(/\.\.\.\s*AccessToken/);
  expect(squeezed(text)).toContain(
    '... on Query @include(if: $accessTokens) { accessTokens(first: $first, searchTerm: $searchTerm) { nodes { ... on AccessToken { id name } } } }',
  );
});

it.each(['AccessTokenEntry', '<Type>Search'])('misses %s', (name) => {
  const text = documents.replaceAll(name.replace('<Type>', 'AccessToken'), 'Other');
  expect(() => readEntity('client/features/access-token', [text])).toThrow(
    `client/features/access-token have no fragment ${name}.`,
  );
});

it('imports each entity under the name of its folder', () => {
  expect(entityList('all', ['server/features/access-token/entity.ts'])).toBe(
    `import { entity as accessToken } from '#server/features/access-token/entity.ts';\n\nexport const all = [accessToken] as const;\n`,
  );
});

it('deletes the typed document of a file that is gone, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  const files = ['kept.graphql', 'kept.generated.ts', 'gone.generated.ts', 'schema.generated.ts'];
  for (const file of files) writeFileSync(join(folder, file), '');
  deleteOrphans('.', ['schema.generated.ts'], folder);
  expect(files.filter((file) => existsSync(join(folder, file)))).toEqual([
    'kept.graphql',
    'kept.generated.ts',
    'schema.generated.ts',
  ]);
  rmSync(folder, { recursive: true });
});
