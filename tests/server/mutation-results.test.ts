import {
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '#server/database/ids.ts';
import { valid } from '#server/graphql/building/mutation.ts';
import { toUserErrors, UserErrors } from '#server/graphql/errors.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';
import { enumOf, second } from '#tests/support/other-languages.ts';
import { schema } from '#tests/support/schema.ts';
import { errorCodes, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile(
  { MUTATIONS_PER_MINUTE: '10000' },
  { expectedErrors: /needs_deleted_repository_repositoryId_fkey/ },
);
const admin = await server.as('admin');

describe('a request with several operations', () => {
  it('reports the mutation that was committed when the next one is refused', async () => {
    const name = unique('committed');
    const answer = await admin.send(
      `mutation ($name: String!) {
        createRepository(input: { name: $name, link: "a.example" }) { repository { name } errors { code } }
        deleteRepositories(input: { ids: [] }) { errors { code } }
      }`,
      { name },
    );
    expect(answer.data).toEqual({
      createRepository: { repository: { name }, errors: [] },
      deleteRepositories: null,
    });
    expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    expect(await server.database.repository.count({ where: { name } })).toBe(1);
  });

  it('can be answered in part whatever is refused: no root field is non-null but public ones', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([
      'rateLimit',
      'setup',
    ]);
  });
});

describe('a violated foreign key', () => {
  const { database } = server;

  it('is NOT_FOUND if a field of the input names the missing record', async () => {
    await database.$executeRawUnsafe(
      'CREATE TABLE "needs_repository" ("repositoryId" text REFERENCES "repository" ("id"))',
    );
    const add = async (id: string) =>
      await database.$executeRawUnsafe('INSERT INTO "needs_repository" VALUES ($1)', id);
    const fault = await add('missing').catch((error: unknown) => error);
    const notFound = [{ code: 'NOT_FOUND', field: ['repositoryId'] }];
    expect(toUserErrors(fault, undefined, ['repositoryId'])).toEqual(notFound);
    expect(toUserErrors(fault, undefined, ['name'])).toBeUndefined();
    const { id } = await createRepository(database);
    await add(id);
    const remove = database.repository.delete({ where: { id } });
    const needed = await remove.catch((error: unknown) => error);
    expect(needed).toBeInstanceOf(Error);
    expect(toUserErrors(needed, undefined, ['repositoryId'])).toBeUndefined();
  });

  it('is a fault if others need the record that a mutation deletes', async () => {
    await database.$executeRawUnsafe(
      'CREATE TABLE "needs_deleted_repository" ("repositoryId" text REFERENCES "repository" ("id"))',
    );
    const { id } = await createRepository(database);
    await database.$executeRawUnsafe('INSERT INTO "needs_deleted_repository" VALUES ($1)', id);
    const answer = await admin.send(
      'mutation ($ids: [ID!]!) { deleteRepositories(input: { ids: $ids }) { errors { code field } } }',
      { ids: [id] },
    );
    expect(answer.data).toEqual({ deleteRepositories: null });
    expect(errorCodes(answer)).toEqual(['INTERNAL_ERROR']);
  });
});

const isId = ({ type }: GraphQLInputField) => getNamedType(type).name === 'ID';

function sample(mutation: string, { name, type }: GraphQLInputField): unknown {
  const entity = expectedEntities.find(({ rootFields }) => rootFields?.[mutation]);
  const [given] = entity?.inputs?.[name] ?? [];
  if (given !== undefined) return given;
  const named = getNamedType(type);
  if (named.name === 'Int') return 1;
  if (named.name === 'Boolean') return false;
  if (named.name === 'Date') return '2031-01-31';
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter((each) => isNonNullType(each.type));
    return Object.fromEntries(required.map((each) => [each.name, sample(mutation, each)]));
  }
  return isEnumType(named) ? named.getValues()[0]?.name : 'text';
}

const targets = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((mutation) => {
  const input = getNamedType(mutation.args[0]?.type);
  if (!isInputObjectType(input)) return [];
  const fields = Object.values(input.getFields());
  const required = fields.filter(({ type }) => isNonNullType(type));
  return (
    fields
      .filter(isId)
      // The ID of a new record doesn't exist before.
      .filter((field) => field.name !== 'id' || isNonNullType(field.type))
      .filter((field) => !required.some((each) => isId(each) && each !== field))
      .map((field) => ({
        mutation: mutation.name,
        inputType: input.name,
        field: field.name,
        isList: isListType(getNullableType(field.type)),
        isOptional: !isNonNullType(field.type),
        others: Object.fromEntries(
          required.map((each) => [each.name, sample(mutation.name, each)]),
        ),
      }))
  );
});

const malformed = [
  '',
  'x',
  'usr_\u0000',
  '\u0000',
  'x'.repeat(50_000),
  'usr_%',
  newId('Mail'),
  `${newId('User')}\n`,
];

describe('an ID that does not exist', () => {
  it('is looked for in every mutation that takes one', () => {
    expect(targets.map(({ mutation }) => mutation)).toEqual(
      expect.arrayContaining(['updateRepository', 'banUsers', 'revokeSession']),
    );
    expect(targets.length).toBeGreaterThanOrEqual(9);
  });

  it.each(targets)('is an error at $field of $mutation', async (target) => {
    const { mutation, inputType, field, isList, isOptional, others } = target;
    const ask = (id: string) =>
      admin.send(
        `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { errors { code field } } }`,
        { input: { ...others, [field]: id } },
      );
    const path = isList ? [field, '0'] : [field];
    const refused = { [mutation]: { errors: [{ code: 'NOT_FOUND', field: path }] } };
    // An empty field of a form means no related record.
    for (const id of isOptional ? malformed.filter(Boolean) : malformed) {
      const { data, errors, statements } = await ask(id);
      expect([id, data, errors], `${mutation} may need a \`target\``).toEqual([id, refused, []]);
      expect([id, statements]).toEqual([id, 1]);
    }
    for (const model of ['User', 'Session', 'Repository'] as const) {
      const { data, errors } = await ask(newId(model));
      expect([model, data, errors]).toEqual([model, refused, []]);
    }
  });

  it.each(['repository', 'user', 'node'])('is null at %s, without a statement', async (field) => {
    for (const id of malformed) {
      const { data, errors, statements } = await admin.send(
        `query ($id: ID!) { ${field}(id: $id) { id } }`,
        { id },
      );
      expect([id, data, errors, statements]).toEqual([id, { [field]: null }, [], 1]);
    }
  });

  it('may be one of a hundred', async () => {
    const ask = (count: number) =>
      admin.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: Array(count).fill(newId('Repository')),
      });
    expect((await ask(100)).data.nodes).toEqual(Array(100).fill(null));
    expect(errorCodes(await ask(101))).toEqual(['BAD_REQUEST']);
  });
});

it('a rule without a code is VALUE_REQUIRED at its field', () => {
  const validate = () => valid(z.object({ done: z.boolean() }), { done: null });
  expect(validate).toThrow(new UserErrors([{ code: 'VALUE_REQUIRED', field: ['done'] }]));
});

describe('null in an update', () => {
  const updateRepository = (input: object) =>
    payloadOf(admin, 'updateRepository', input, 'repository { name link description }');
  const updateUser = (input: object) =>
    payloadOf(admin, 'updateUser', input, 'user { name email }');

  it('clears a description; leaving it out keeps it', async () => {
    const { id, name, link } = await createRepository(server.database, { description: 'Kept' });
    const kept = await updateRepository({ id });
    expect(kept.repository).toEqual({ name, link, description: 'Kept' });
    const cleared = await updateRepository({ id, description: null });
    expect(cleared.repository).toEqual({ name, link, description: '' });
  });

  it('is refused at fields that cannot be empty', async () => {
    const { id } = await createRepository(server.database);
    expect(await updateRepository({ id, name: null, link: null })).toEqual({
      repository: null,
      errors: [
        { code: 'NAME_REQUIRED', field: ['name'] },
        { code: 'LINK_REQUIRED', field: ['link'] },
      ],
    });
    const person = await createUser(server.database);
    const refused = await updateUser({ id: person.id, email: null, role: null });
    expect(refused.errors).toEqual([
      { code: 'EMAIL_REQUIRED', field: ['email'] },
      { code: 'VALUE_REQUIRED', field: ['role'] },
    ]);
  });

  it('clears the name of an invited user, but not of a user who has signed in', async () => {
    const invited = await createUser(server.database, { onboardedAt: null });
    const cleared = { user: { name: '', email: invited.email }, errors: [] };
    expect(await updateUser({ id: invited.id, name: null })).toEqual(cleared);
    const person = await createUser(server.database);
    for (const name of [null, '', ' ']) {
      const errors = [{ code: 'NAME_REQUIRED', field: ['name'] }];
      expect(await updateUser({ id: person.id, name })).toEqual({ user: null, errors });
    }
  });

  it('clears the language of the viewer, but not their name', async () => {
    const person = await server.as('user');
    const update = (input: object) =>
      payloadOf(person, 'updateViewer', input, 'viewer { user { name language } }');
    await update({ language: enumOf(second) });
    const { viewer } = await update({ language: null });
    expect(viewer.user).toEqual({ name: 'Some user', language: null });
    const refused = await update({ name: null });
    expect(refused.errors).toEqual([{ code: 'NAME_REQUIRED', field: ['name'] }]);
  });
});
