/** Restoring a repository brings back the rows that were deleted with it, of whatever tables a project has added. */
import { beforeAll, expect, it } from 'vitest';
import { createOrganization, createRepository } from '#tests/support/factories.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const manager = await server.as('admin');

/** A milestone has tasks, a task has parts; `Notes` links two repositories; a milestone has a reviewer, who may go. */
beforeAll(async () => {
  await database.$executeRawUnsafe(`CREATE TABLE "milestone" (
    "id" text PRIMARY KEY,
    "repositoryId" text NOT NULL REFERENCES "repository" ON DELETE CASCADE,
    "organizationId" text REFERENCES "organization" ON DELETE SET NULL,
    "title" text NOT NULL,
    "titleKey" text GENERATED ALWAYS AS (lower("title")) STORED,
    "dueOn" date,
    "labels" text[],
    "setting" jsonb,
    "content" bytea,
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`);
  await database.$executeRawUnsafe(`CREATE TABLE "task" (
    "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "milestoneId" text NOT NULL REFERENCES "milestone" ON DELETE CASCADE,
    "repositoryId" text NOT NULL REFERENCES "repository" ON DELETE CASCADE,
    "partOf" bigint REFERENCES "task" ON DELETE CASCADE
  )`);
  await database.$executeRawUnsafe(`CREATE TABLE "Notes" (
    "one" text REFERENCES "repository" ON DELETE CASCADE,
    "other" text REFERENCES "repository" ON DELETE CASCADE,
    PRIMARY KEY ("one", "other")
  )`);
});

const remove = (ids: string[]) => mutate(manager, 'deleteRepositories', { ids });
const restore = (ids: string[]) =>
  payloadOf(manager, 'restoreRepositories', { ids }, 'repositories { id }');

const milestone = (id: string, repositoryId: string, organizationId: string | null = null) =>
  database.$executeRaw`INSERT INTO "milestone" VALUES (${id}, ${repositoryId},
    ${organizationId},
    'First Light', DEFAULT, '2031-01-31', '{a,"b c"}', '{"a": [1, null]}', '\\x00ff', '2020-01-01')`;
const milestones = (id: string) =>
  database.$queryRaw<object[]>`SELECT *, "dueOn"::text FROM "milestone" WHERE "id" = ${id}`;
const task = async (milestoneId: string, repositoryId: string, partOf: bigint | null = null) => {
  const [row] = await database.$queryRaw<{ number: bigint }[]>`
    INSERT INTO "task" ("milestoneId", "repositoryId", "partOf")
    VALUES (${milestoneId}, ${repositoryId}, ${partOf}) RETURNING "number"`;
  return row?.number ?? 0n;
};
const tasks = (milestoneId: string) =>
  database.$queryRaw<object[]>`
    SELECT * FROM "task" WHERE "milestoneId" = ${milestoneId} ORDER BY "number"`;
const kept = (id: string) =>
  database.deletedDependent.count({ where: { deletedRepositoryId: id } });

it('no relation to a repository is cleared by its deletion, which nothing could undo', async () => {
  const cleared = await database.$queryRaw`
    SELECT conrelid::regclass::text AS "table" FROM pg_constraint
    WHERE confrelid = 'repository'::regclass AND confdeltype IN ('n', 'd')`;
  expect(cleared).toEqual([]);
});

it('everything that was deleted with a repository comes back as it was', async () => {
  const { id } = await createRepository(database);
  await milestone('one', id);
  const first = await task('one', id);
  const second = await task('one', id, first);
  await task('one', id, second);
  const before = { milestones: await milestones('one'), tasks: await tasks('one') };
  await remove([id]);
  expect(await milestones('one')).toEqual([]);
  expect(await tasks('one')).toEqual([]);
  expect(await restore([id])).toEqual({ repositories: [{ id }], errors: [] });
  const [restored] = await milestones('one');
  expect(restored).toEqual({ ...before.milestones[0], updatedAt: expect.any(Date) });
  expect(await tasks('one')).toEqual(before.tasks);
  expect(await kept(id)).toBe(0);
});

it('programs that copy records by the time of their last update find those that came back', async () => {
  const { id } = await createRepository(database);
  await milestone('copied', id);
  const begin = Date.now();
  await remove([id]);
  await restore([id]);
  const [{ updatedAt }] = (await milestones('copied')) as [{ updatedAt: Date }];
  expect(updatedAt.getTime()).toBeGreaterThanOrEqual(begin - 1_000);
});

it('of several repositories, each gets its own rows back', async () => {
  const [one, other] = [await createRepository(database), await createRepository(database)];
  await milestone('of one', one.id);
  await milestone('of the other', other.id);
  await remove([one.id, other.id]);
  await restore([one.id]);
  expect(await milestones('of one')).toHaveLength(1);
  expect(await milestones('of the other')).toEqual([]);
  await restore([other.id]);
  expect(await milestones('of the other')).toHaveLength(1);
});

it('a row that links two repositories comes back with both', async () => {
  const [one, other] = [await createRepository(database), await createRepository(database)];
  await database.$executeRaw`INSERT INTO "Notes" VALUES (${one.id}, ${other.id})`;
  await remove([one.id, other.id]);
  await restore([one.id, other.id]);
  const notes = await database.$queryRaw`SELECT * FROM "Notes" WHERE "one" = ${one.id}`;
  expect(notes).toEqual([{ one: one.id, other: other.id }]);
});

it('a row whose other record is gone stays away if it went with it, and loses the reference otherwise', async () => {
  const { id: organizationId } = await createOrganization(database);
  const [one, other] = [await createRepository(database), await createRepository(database)];
  await milestone('reviewed', one.id, organizationId);
  await database.$executeRaw`INSERT INTO "Notes" VALUES (${one.id}, ${other.id})`;
  await remove([one.id]);
  await remove([other.id]);
  await database.organization.delete({ where: { id: organizationId } });
  expect(await restore([one.id])).toEqual({ repositories: [{ id: one.id }], errors: [] });
  expect(await milestones('reviewed')).toMatchObject([{ organizationId: null }]);
  const notes = await database.$queryRaw`SELECT * FROM "Notes" WHERE "one" = ${one.id}`;
  expect(notes).toEqual([]);
});

it('a column that a migration has added in the meantime gets its default', async () => {
  const { id } = await createRepository(database);
  await milestone('earlier', id);
  await remove([id]);
  await database.$executeRaw`ALTER TABLE "milestone" ADD COLUMN "done" boolean NOT NULL DEFAULT false`;
  await restore([id]);
  expect(await milestones('earlier')).toMatchObject([{ done: false }]);
});

it('what cannot be restored any more leaves nothing behind', async () => {
  const { id: organizationId } = await createOrganization(database);
  const { id } = await createRepository(database, { organizationId });
  await milestone('lost', id);
  await remove([id]);
  expect(await kept(id)).toBe(1);
  await database.organization.delete({ where: { id: organizationId } });
  expect(await kept(id)).toBe(0);
});
