/** Each mutation that creates a record takes its ID. Sent again, it returns the record and changes nothing. */
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { TypeID } from 'typeid-js';
import { describe, expect, it } from 'vitest';
import { newId, prefixOf } from '#server/database/ids.ts';
import { type EntityModel, tableOf } from '#server/entities.ts';
import { deleteExpired } from '#server/retention.ts';
import { limits } from '#shared/limits.ts';
import { creatableEntities } from '#tests/support/entities.ts';
import {
  camelCase,
  createAccessToken,
  createOrganization,
  createRecord,
  createRepository,
  unique,
  uniqueTexts,
} from '#tests/support/factories.ts';
import { rootFields } from '#tests/support/permission-oracle.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000', POINTS_PER_MINUTE: '1000000' });
const { database } = server;

/** The fields of an input or a payload, by name. */
function fieldsOf(type: unknown): Record<string, { type: unknown }> {
  const named = getNamedType(type as Parameters<typeof getNamedType>[0]);
  return isObjectType(named) || isInputObjectType(named) ? named.getFields() : {};
}

const nameOf = (type: unknown) => String(getNamedType(type as never));

const isRecord = (type: unknown) =>
  'id' in fieldsOf(type) &&
  schema
    .getImplementations(schema.getType('Node') as never)
    .objects.some(({ name }) => name === nameOf(type));

/** Mutations whose payload returns a new record. */
const creations = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, type, args }) => {
    const payload = fieldsOf(type);
    const [record] = Object.keys(payload).filter((key) => isRecord(payload[key]?.type));
    if (!name.startsWith('create') || !record) return [];
    const input = fieldsOf(args[0]?.type);
    const list = Object.keys(input).find((key) => 'id' in fieldsOf(input[key]?.type));
    const model = nameOf(payload[record]?.type) as EntityModel;
    return [
      {
        name,
        record,
        model,
        list,
        takesId: 'id' in input || list !== undefined,
        secret: 'secret' in payload,
      },
    ];
  },
);
type Creation = (typeof creations)[number];

/** The document of tests/entities, with the record's ID in its input and in its result. */
function documentOf({ name, list, record, secret }: Creation): string {
  const start = list ? `${list}: [{` : 'input: {';
  return (rootFields[name]?.document ?? '')
    .replace('(', '($id: ID, ')
    .replace(start, `${start} id: $id,`)
    .replace(
      '{ errors { code } }',
      `{ ${record} { id } ${secret ? 'secret' : ''} errors { code field } }`,
    );
}

/** Who may use the mutation, and whom the records belong to that it names. */
async function prepare({ name }: Creation) {
  const person = await server.as(rootFields[name]?.access === 'admin' ? 'admin' : 'user');
  const { id: organizationId } = await createOrganization(database, {
    members: { [person.id]: 'owner' },
  });
  const ids: { organizationId: string; [ofType: string]: string } = {
    organizationId,
    userId: person.id,
  };
  for (const entity of creatableEntities) {
    const owners = { owner: person.id, organization: organizationId };
    ids[`${camelCase(entity.type)}Id`] = await createRecord(database, entity, undefined, owners);
  }
  return {
    person,
    named: () => ({ ...ids, ...uniqueTexts() }),
  };
}

async function create(creation: Creation, person: TestUser, variables: object) {
  const { data, errors } = await person.send(documentOf(creation), variables);
  const { [creation.record]: found, secret, errors: refused } = data?.[creation.name] ?? { errors };
  const records = [found ?? []].flat() as { id: string }[];
  const codes = refused.map(
    (error: { code?: string; extensions?: { code: string } }) =>
      error.code ?? error.extensions?.code,
  );
  return { ids: records.map(({ id }) => id), codes, refused, secret };
}

const used = ({ list }: Creation) => [
  { code: 'ID_ALREADY_USED', field: list ? [list, '0', 'id'] : ['id'] },
];

/** What a creation writes besides the record. */
const written = async ({ model }: Creation) => ({
  records: await database.$queryRawUnsafe(`SELECT count(*)::int FROM "${tableOf(model)}"`),
  auditEvents: await database.auditEvent.count(),
  mails: await database.mail.count(),
});

const idAt = (model: EntityModel, ms: number) => {
  const hex = TypeID.fromString(newId(model)).toUUID().replaceAll('-', '').slice(12);
  const bytes = Buffer.from(ms.toString(16).padStart(12, '0') + hex, 'hex');
  return TypeID.fromUUIDBytes(prefixOf(model), bytes).toString();
};
const hourMs = 60 * 60 * 1_000;

it('every mutation that creates a record takes an ID', () => {
  expect(creations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['createAccessToken', 'createRepositories', 'createUser']),
  );
  const without = creations.filter(({ takesId }) => !takesId).map(({ name }) => name);
  expect(without, 'need defineCreation').toEqual([]);
});

describe.each(creations)('$name with an ID', (creation) => {
  const { model } = creation;
  const remove = (id = '') =>
    database.$executeRawUnsafe(`DELETE FROM "${tableOf(model)}" WHERE "id" = $1`, id);

  it('returns the same record when sent again, and writes nothing', async () => {
    const { person, named } = await prepare(creation);
    const variables = { id: newId(model), ...named() };
    const first = await create(creation, person, variables);
    expect(first).toMatchObject({ ids: [variables.id], codes: [] });
    const before = await written(creation);
    const again = await create(creation, person, variables);
    expect(again).toEqual({ ...first, ...(creation.secret && { secret: null }) });
    expect(await written(creation)).toEqual(before);
  });

  it('creates one record when sent 20 times at once', async () => {
    const { person, named } = await prepare(creation);
    const start = await written(creation);
    const variables = { id: newId(model), ...named() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(creation, person, variables)),
    );
    for (const { ids, codes } of answers) expect([ids, codes]).toEqual([[variables.id], []]);
    expect(answers.filter(({ secret }) => secret)).toHaveLength(creation.secret ? 1 : 0);
    const once = await written(creation);
    await create(creation, person, named());
    const twice = await written(creation);
    expect(once.auditEvents - start.auditEvents).toBe(twice.auditEvents - once.auditEvents);
    expect(once.mails - start.mails).toBe(twice.mails - once.mails);
  });

  it('is refused with other content, and to another person', async () => {
    const { person, named } = await prepare(creation);
    const variables = { id: newId(model), ...named() };
    await create(creation, person, variables);
    expect((await create(creation, person, { ...variables, ...named() })).refused).toEqual(
      used(creation),
    );
    const other = await server.as('admin');
    expect((await create(creation, other, variables)).refused).toEqual(used(creation));
  });

  it('is refused to someone who may no longer create such a record', async () => {
    const { person, named } = await prepare(creation);
    const variables = { id: newId(model), ...named() };
    await create(creation, person, variables);
    await database.user.update({ where: { id: person.id }, data: { role: 'user' } });
    await database.member.deleteMany({
      where: { userId: person.id, organizationId: named().organizationId as string },
    });
    const other = await create(creation, person, named());
    const again = await create(creation, person, variables);
    if (other.ids.length === 0) expect([again.ids, again.codes]).toEqual([[], other.codes]);
    else expect(again).toMatchObject({ ids: [variables.id], codes: [] });
  });

  it('is refused once the record is deleted, also if the server had chosen the ID', async () => {
    const { person, named } = await prepare(creation);
    for (const id of [newId(model), null]) {
      const variables = { id, ...named() };
      const { ids } = await create(creation, person, variables);
      await remove(ids[0]);
      const again = await create(creation, person, { ...variables, id: ids[0] });
      const lacks = `the migration needs SELECT keep_used_ids_of('${tableOf(model)}')`;
      expect(again.refused, lacks).toEqual(used(creation));
    }
  });

  it('is refused with the ID of an existing record', async () => {
    const { person, named } = await prepare(creation);
    const { ids } = await create(creation, person, named());
    expect((await create(creation, person, { id: ids[0], ...named() })).refused).toEqual(
      used(creation),
    );
  });

  it('is refused with a malformed ID, one of another type, and one of another day', async () => {
    const { person, named } = await prepare(creation);
    const now = Date.now();
    const before = await written(creation);
    for (const id of [
      '',
      'nothing',
      newId('Mail'),
      `${newId(model)}0`,
      // Well-formed, but no UUID in it.
      `${newId(model).slice(0, -26)}${'7'.repeat(26)}`,
      idAt(model, now - 25 * hourMs),
      idAt(model, now + 25 * hourMs),
    ]) {
      const { refused } = await create(creation, person, { id, ...named() });
      expect([id, refused]).toEqual([
        id,
        used(creation).map((error) => ({ ...error, code: 'ID_INVALID' })),
      ]);
    }
    expect(await written(creation)).toEqual(before);
    const recent = idAt(model, now - 23 * hourMs);
    expect((await create(creation, person, { id: recent, ...named() })).ids).toEqual([recent]);
  });
});

const admin = await server.as('admin');
const inputOf = (name = unique('named')) => ({
  id: newId('Repository'),
  name,
  link: 'https://a.example',
  description: 'One',
});

const createOne = (input: object) =>
  payloadOf(admin, 'createRepository', input, 'repository { name }');

it('compares the input that was sent, not what the record holds now', async () => {
  const input = inputOf();
  await createOne(input);
  await database.repository.update({
    where: { id: input.id },
    data: { name: `${input.name}-changed` },
  });
  const reversed = Object.fromEntries(Object.entries(input).reverse());
  expect(await createOne(reversed)).toEqual({
    repository: { name: `${input.name}-changed` },
    errors: [],
  });
});

it('a refused creation does not use its ID', async () => {
  const { name } = await createRepository(database);
  const input = inputOf(name);
  expect((await createOne(input)).errors).toMatchObject([{ code: 'NAME_ALREADY_USED' }]);
  expect((await createOne({ ...input, name: unique('free') })).errors).toEqual([]);
});

it('a repeated creation is recognised when the limit is reached', async () => {
  const person = await server.as('user');
  for (let i = 1; i < limits.accessTokensPerUser; i += 1)
    await createAccessToken(database, person.id);
  const token = { name: 'CI', scopes: ['REPOSITORY_READ'], expiresInDays: 30 };
  const send = (id: string) => mutate(person, 'createAccessToken', { id, ...token });
  const id = newId('AccessToken');
  for (let times = 0; times < 2; times += 1) expect(await send(id)).toEqual([]);
  expect(await send(newId('AccessToken'))).toEqual(['ACCESS_TOKEN_LIMIT_REACHED']);
});

it('an import sent again returns its records, and tells used IDs from used names', async () => {
  const taken = await createRepository(database);
  const [first, second, third] = [inputOf(), inputOf(taken.name), inputOf()];
  const send = async (repositories: object[]) => {
    const input = { repositories };
    const payload = await payloadOf(admin, 'createRepositories', input, 'repositories { id }');
    const { repositories: found, errors } = payload;
    return { ids: found.map(({ id }: { id: string }) => id).sort(), errors };
  };
  const rows = [
    first,
    second,
    third,
    { ...inputOf(), id: taken.id },
    { ...third, description: 'Two' },
  ];
  const expected = {
    ids: [first.id, third.id].sort(),
    errors: [
      { code: 'NAME_ALREADY_USED', field: ['repositories', '1', 'name'] },
      { code: 'ID_ALREADY_USED', field: ['repositories', '3', 'id'] },
      { code: 'ID_ALREADY_USED', field: ['repositories', '4', 'id'] },
    ],
  };
  const before = await database.auditEvent.count();
  expect(await send(rows)).toEqual(expected);
  const answers = await Promise.all([send(rows), send(rows.toReversed()), send(rows)]);
  expect([answers[0], answers[2]]).toEqual([expected, expected]);
  expect(answers[1]?.ids).toEqual(expected.ids);
  expect(await database.auditEvent.count()).toBe(before + 2);
  const renamed = { ...second, name: unique('free') };
  expect(await send([renamed])).toEqual({ ids: [second.id], errors: [] });
});

it('used IDs hold neither the content nor the person, and go when no client could choose them', async () => {
  const input = inputOf(unique('secret-name'));
  await createOne(input);
  const where = { id: input.id };
  const row = JSON.stringify(await database.usedId.findUnique({ where }));
  expect(row).not.toMatch(new RegExp(`${input.name}|${admin.id}`));
  const age = async (days: number) => {
    await database.$executeRaw`UPDATE "used_id" SET "createdAt" = now() - make_interval(days => ${days}::int) WHERE "id" = ${input.id}`;
    await deleteExpired(database);
    return database.usedId.count({ where });
  };
  expect([await age(2), await age(4)]).toEqual([1, 0]);
});

it('a request with the header Idempotency-Key is refused with the way that replaces it', async () => {
  const name = unique('named');
  const query = `mutation { createRepository(input: { name: "${name}", link: "a.example" }) { errors { code } } }`;
  const headers = { cookie: admin.cookie, 'idempotency-key': '' };
  const sent = await server.sendWith(headers)(query);
  const path = '/api/graphql?query={setup{appName}}';
  const got = await server.request(path, { headers });
  const answers = [sent, { status: got.status, errors: (await got.json()).errors }];
  for (const { status, errors } of answers) {
    expect([status, ...errorCodes({ errors })]).toEqual([400, 'BAD_REQUEST']);
    expect(errors[0]?.message).toContain('`id`');
  }
  expect(await database.repository.count({ where: { name } })).toBe(0);
});
