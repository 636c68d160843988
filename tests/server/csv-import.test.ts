import { expect, it } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

const creating = `mutation ($repositories: [RepositoryInput!]!, $validateOnly: Boolean) {
  createRepositories(input: { repositories: $repositories, validateOnly: $validateOnly }) {
    repositories { id name link description }
    errors { code field }
  }
}`;
const link = 'a.example';

async function create(repositories: object[], validateOnly = false) {
  const answer = await admin.send(creating, { repositories, validateOnly });
  expect(answer.errors).toEqual([]);
  return { ...answer.data.createRepositories, statements: answer.statements };
}

const taken = await createRepository(database);
const word = unique('import');
const rows = [
  { name: `${word} one`, link },
  { name: taken.name.toUpperCase(), link },
  { name: '', link: 'nowhere' },
  { name: `${word} two`, link, description: 'Maps' },
  { name: `${word} ONE`, link },
];
const errors = [
  { code: 'NAME_REQUIRED', field: ['repositories', '2', 'name'] },
  { code: 'LINK_WITHOUT_DOT', field: ['repositories', '2', 'link'] },
  { code: 'NAME_ALREADY_USED', field: ['repositories', '1', 'name'] },
  { code: 'NAME_ALREADY_USED', field: ['repositories', '4', 'name'] },
];

it('a preview says what would be refused and creates nothing', async () => {
  const total = () =>
    database.rowCountPart.aggregate({ where: { table: 'repository' }, _sum: { rows: true } });
  const before = await total();
  const preview = await create(rows, true);
  expect(preview).toMatchObject({ repositories: [], errors });
  expect(await database.repository.count({ where: { name: { startsWith: word } } })).toBe(0);
  expect(await total()).toEqual(before);
  expect(await database.auditEvent.count({ where: { kind: 'repository_created' } })).toBe(0);
});

it('those that are right are created by one statement, each with its event', async () => {
  const created = await create(rows);
  expect(created.errors).toEqual(errors);
  expect(created.repositories).toMatchObject([
    { name: `${word} one`, link: 'https://a.example', description: '' },
    { name: `${word} two`, description: 'Maps' },
  ]);
  // One each for the session, the rows with their events, and the result.
  expect(created.statements).toBe(3);
  const events = await database.auditEvent.findMany({ where: { kind: 'repository_created' } });
  expect(events.map(({ subjectName }) => subjectName).sort()).toEqual([
    `${word} one`,
    `${word} two`,
  ]);
});

it('a hundred at most', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `${word} ${index}`, link }));
  expect(errorCodes(await admin.send(creating, { repositories: many }))).toEqual(['BAD_REQUEST']);
  expect(errorCodes(await admin.send(creating, { repositories: [] }))).toEqual(['BAD_REQUEST']);
  expect((await create(many.slice(1))).errors).toEqual([]);
});
