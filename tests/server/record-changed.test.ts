/** Updates that expect a version of the record: for each entity that shows when it was updated. */
import { isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { uncapitalized } from '#server/database/client.ts';
import { type EntityModel, tableOf } from '#server/entities.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  createOrganization,
  createRecord,
  createRepository,
  createTeam,
  createUser,
} from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import { payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const versioned = expectedEntities.filter(({ type }) => {
  const shown = schema.getType(type);
  const isShown = isObjectType(shown) && 'updatedAt' in shown.getFields();
  return isShown && schema.getMutationType()?.getFields()[`update${type}`];
});

/** The record's `updatedAt`, as the database has it. */
async function versionOf(type: string, id: string): Promise<string> {
  const table = tableOf(type as EntityModel);
  const sql = `SELECT "updatedAt" FROM "${table}" WHERE "id" = $1`;
  const [row] = await database.$queryRawUnsafe<{ updatedAt: Date }[]>(sql, id);
  if (!row) throw new Error(`There is no ${type} ${id}.`);
  return row.updatedAt.toISOString();
}

async function update(type: string, input: object) {
  const admin = await server.as('admin');
  return payloadOf(admin, `update${type}`, input, `found: ${uncapitalized(type)} { id }`);
}

async function create(entity: (typeof versioned)[number]): Promise<string> {
  if (entity.type === 'User') return (await createUser(database)).id;
  if (entity.newRecord) return createRecord(database, entity);
  const { id: organizationId } = await createOrganization(database);
  if (entity.type === 'Organization') return organizationId;
  return (await createTeam(database, organizationId)).id;
}

const changed = [{ code: 'RECORD_CHANGED', field: ['expectedUpdatedAt'] }];

it('is possible for every entity that can be updated', () => {
  const types = versioned.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['Organization', 'Repository', 'Team', 'User']));
  const without = types.filter((type) => {
    const input = schema.getType(`Update${type}Input`);
    return !isInputObjectType(input) || !input.getFields().expectedUpdatedAt;
  });
  expect(without).toEqual([]);
});

describe.each(versioned)('an update of a $type', (entity) => {
  const { type } = entity;

  it('is refused if it was updated since', async () => {
    const id = await create(entity);
    const expectedUpdatedAt = await versionOf(type, id);
    expect((await update(type, { id, expectedUpdatedAt })).errors).toEqual([]);
    await database.$executeRawUnsafe(
      `UPDATE "${tableOf(type as EntityModel)}" SET "updatedAt" = now() + '1 s' WHERE "id" = $1`,
      id,
    );
    const updatedAt = await versionOf(type, id);
    expect(updatedAt).not.toBe(expectedUpdatedAt);
    const refused = await update(type, { id, expectedUpdatedAt });
    expect(refused).toEqual({ found: null, errors: changed });
    expect(await versionOf(type, id)).toBe(updatedAt);
    expect((await update(type, { id, expectedUpdatedAt: updatedAt })).errors).toEqual([]);
    expect((await update(type, { id })).errors).toEqual([]);
    expect((await update(type, { id, expectedUpdatedAt: null })).errors).toEqual([]);
  });
});

it('lets one of two people save who save at the same time', async () => {
  const { id } = await createRepository(database);
  const expectedUpdatedAt = await versionOf('Repository', id);
  const saved = await Promise.all(
    ['First', 'Second', 'Third'].map((description) =>
      update('Repository', { id, description, expectedUpdatedAt }),
    ),
  );
  const codes = saved.map(({ errors }) => errors[0]?.code ?? 'saved');
  expect(codes.sort()).toEqual(['RECORD_CHANGED', 'RECORD_CHANGED', 'saved']);
});
