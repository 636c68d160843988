/** A new record and its audit event are written by one statement: both or neither. */
import { expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const create = async (name: string, selection = 'id name link description createdAt updatedAt') =>
  (await server.as('admin')).send(
    `mutation ($name: String!) {
      createRepository(input: { name: $name, link: "example.com", description: "ﷺ \\"\\\\ \u{1F600}" }) {
        repository { ${selection} }
        errors { code field }
      }
    }`,
    { name },
  );

const eventsOf = (subjectName: string) => database.auditEvent.findMany({ where: { subjectName } });

it('the answer is what was written', async () => {
  const name = unique('Name');
  const { repository } = (await create(name)).data.createRepository;
  const stored = await database.repository.findFirstOrThrow({ where: { name } });
  expect(stored).toMatchObject({ name, link: 'https://example.com', organizationId: null });
  expect(stored.description).toBe('ﷺ "\\ \u{1F600}');
  expect(repository).toEqual({
    id: stored.id,
    name,
    link: stored.link,
    description: stored.description,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.createdAt.toISOString(),
  });
  expect(await eventsOf(name)).toMatchObject([{ kind: 'repository_created', recordId: stored.id }]);
});

it('if the name is taken, there is no event', async () => {
  const name = unique('Name');
  await create(name);
  const { errors } = (await create(name.toUpperCase())).data.createRepository;
  expect(errors).toEqual([{ code: 'NAME_ALREADY_USED', field: ['name'] }]);
  expect(await eventsOf(name.toUpperCase())).toEqual([]);
});

it('if the event is refused, there is no record', async () => {
  const name = unique('Name');
  await database.$executeRawUnsafe(`
    ALTER TABLE "account_event" ADD CONSTRAINT "refused" CHECK ("subjectName" <> '${name}') NOT VALID`);
  expect((await create(name)).errors).toHaveLength(1);
  expect(await database.repository.count({ where: { name } })).toBe(0);
});
