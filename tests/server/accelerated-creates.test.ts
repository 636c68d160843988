/** Accelerated creates write the same records as Prisma, and all of a transaction or none. */
import { afterAll, expect, it } from 'vitest';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { createDatabase, type Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { toUserErrors } from '#server/graphql/errors.ts';
import { unique } from '#tests/support/factories.ts';
import { acceleratedDatabase } from '#tests/support/prisma-sql.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const plain = createDatabase(server.url);
const { database: accelerated, written } = acceleratedDatabase(server.url);
afterAll(() => Promise.all([plain.$disconnect(), accelerated.$disconnect()]));

const rowOf = (name: string) => ({
  ...{
    id: newId('Repository'),
    name,
    link: 'https://example.com/',
    description: 'ﷺ "\\ \u{1F600}',
  },
});

function createBoth(database: Database, data: ReturnType<typeof rowOf>) {
  const { id: recordId, name: subjectName } = data;
  const event = { recordId, subjectName, changedFields: ['name'] };
  return database.$transaction([
    database.repository.create({ data }),
    recordEvent(database, { ...event, kind: 'repository_created' }),
  ]);
}

const eventsOf = (recordId: string) => plain.auditEvent.findMany({ where: { recordId } });

it('a record and its event are one statement, and the same as by Prisma', async () => {
  const [first, second] = [rowOf(unique('Name')), rowOf(unique('Name'))];
  const [byPrisma] = await createBoth(plain, first);
  const before = written.length;
  const [bySql, event] = await createBoth(accelerated, second);
  expect(written).toHaveLength(before + 1);

  const times = { createdAt: expect.any(Date), updatedAt: expect.any(Date) };
  const own = (row: ReturnType<typeof rowOf>) => ({
    ...row,
    nameKey: expect.any(String),
    ...times,
  });
  expect(byPrisma).toEqual({ ...own(first), organizationId: null });
  expect(bySql).toEqual({ ...own(second), organizationId: null });
  expect(bySql.updatedAt).toEqual(bySql.createdAt);
  expect(await plain.repository.findUnique({ where: { id: second.id } })).toEqual(bySql);

  const [[eventOfPrisma], [eventOfSql]] = [await eventsOf(first.id), await eventsOf(second.id)];
  expect(eventOfSql).toEqual({
    ...eventOfPrisma,
    ...{ id: event.id, recordId: second.id, subjectName: second.name },
    createdAt: expect.any(Date),
  });
});

it('if the name is taken, neither is written, and the error is that of Prisma', async () => {
  const name = unique('Name');
  await createBoth(accelerated, rowOf(name));
  for (const database of [plain, accelerated]) {
    const again = rowOf(name.toUpperCase());
    const error = await createBoth(database, again).catch((thrown: unknown) => thrown);
    expect(toUserErrors(error, undefined)).toMatchObject([{ code: 'NAME_ALREADY_USED' }]);
    expect(await eventsOf(again.id)).toEqual([]);
  }
});

it('if the audit event is refused, the record is not written either', async () => {
  const data = rowOf(unique('Name'));
  const work = accelerated.$transaction([
    accelerated.repository.create({ data }),
    recordEvent(accelerated, { kind: 'repository_created', recordId: 'x\u0000' }),
  ]);
  await expect(work).rejects.toThrow();
  expect(await plain.repository.findUnique({ where: { id: data.id } })).toBeNull();
});
