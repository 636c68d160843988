/** Each mutation's description lists the error codes that it returns for the values of its input. */

import {
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { type EntityModel, tableOf } from '#server/entities.ts';
import { describeCode } from '#server/graphql/building/user-error.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { creatableEntities, expectedEntities } from '#tests/support/entities.ts';
import {
  camelCase,
  createOrganization,
  createRecord,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { enumOf, second } from '#tests/support/other-languages.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

type Mutation = GraphQLField<unknown, unknown>;
type Input = Record<string, unknown>;

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

/** Permissions in organizations depend on roles there: see organization-roles.test.ts. */
const isOrganizationMutation = (name: string): boolean =>
  /Organization(?!s$)|Members?$|(?<!User)Invitation$|Team$/.test(name);

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name }) => !isOrganizationMutation(name),
);
const { id: takenId, name: takenName } = await createRepository(database);
const taken = {
  ...{ id: takenId, name: takenName },
  email: (await createUser(database)).email,
};

const { id: serviceAccount } = await createUser(database, {
  role: 'admin',
  isServiceAccount: true,
});

const { id: organization } = await createOrganization(database);

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Values = readonly [unknown, ...unknown[]];

/** Values of the input fields that name a related record, by its type. */
const related = new Map<string, Values>();
for (const entity of creatableEntities) {
  const id = await createRecord(database, entity, undefined, { organization });
  related.set(entity.type, [id, newId(entity.type as EntityModel), 'nothing']);
}

/** Lets the viewer own the records that inputs refer to. Other people's records are not found. */
async function giveRelatedTo(viewer: TestUser): Promise<void> {
  for (const { type, newRecord } of creatableEntities) {
    if (!('owner' in newRecord(''))) continue;
    const statement = `UPDATE "${tableOf(type as EntityModel)}" SET "ownerId" = $1 WHERE "id" = $2`;
    await database.$executeRawUnsafe(statement, viewer.id, related.get(type)?.[0]);
  }
}

related.set('Organization', [organization, newId('Organization'), 'nothing']);
related.set('User', [(await createUser(database)).id, newId('User'), 'nothing']);

const ofAccessTokens = {
  scopes: (): Values => [['REPOSITORY_READ'], [], ['USER_LIST']],
  expiresInDays: (): Values => [90, 367],
  overlapHours: (): Values => [1, -1, 169],
};

const ofCsvImport = {
  repositories(): Values {
    const repository = { name: unique('name'), link: 'a.example' };
    const invalid = ['id', 'name', 'link', 'description'].flatMap((field) =>
      valuesOf(field).map((value) => [{ ...repository, [field]: value }]),
    );
    return [[repository], ...invalid];
  },
  validateOnly: (): Values => [false, true],
};

/** Valid and invalid values of every input field except `id`, by name, besides null. The first one is valid. */
const values: Record<string, () => Values> = {
  ...Object.fromEntries(
    [...related].map(([type, all]) => [`${camelCase(type)}Id`, () => all] as const),
  ),
  id: () => [newId('Repository'), 'nothing', taken.id],
  name: () => [unique('name'), '', 'x'.repeat(1_000), 'a\u202eb', taken.name],
  email: () => [
    `${unique('address')}@example.com`,
    ...['', 'nobody', `${'x'.repeat(limits.emailMax)}@example.com`, taken.email],
  ],
  role: () => ['ADMIN', 'USER'],
  language: () => [enumOf(second)],
  link: () => ['a.example', '', 'a.b', 'nodots', 'ftp://a.b', 'a.b/'.repeat(1_000)],
  description: () => ['What it is.', 'x\u202ey', 'x'.repeat(10_000)],
  banReason: () => ['Spam', '', 'x\u202ey', 'x'.repeat(1_000)],
  ...ofAccessTokens,
  organizationId: () => [null, newId('Organization'), newId('User'), organization],
  userId: () => [null, newId('User'), serviceAccount],
  providerId: () => ['github', 'nobody', ''],
  picture: () => [pixel, 'nothing', 'A'.repeat(90_000)],
  ...ofCsvImport,
  expectedUpdatedAt: () => [null, '2020-01-01T00:00:00Z'],
  banEndsAt: () => ['2100-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
};

function valuesOf(field: string, mutation = ''): Values {
  const entity = expectedEntities.find(({ rootFields }) => rootFields?.[mutation]);
  const type = entity?.related?.[field] ?? '';
  const all = entity?.inputs?.[field] ?? related.get(type) ?? values[field]?.();
  if (!all) {
    throw new Error(`${mutation} needs \`inputs\` of "${field}" in tests/entities/<entity>.ts.`);
  }
  return all;
}

function inputOf(mutation: Mutation) {
  const type = getNamedType(mutation.args[0]?.type);
  return isInputObjectType(type) ? type : undefined;
}

const idFields = ['id', 'ids'];

function aboutRecord(mutation: Mutation, id: string): Input {
  return inputOf(mutation)?.getFields().ids ? { ids: [id] } : { id };
}

async function targets(mutation: Mutation, viewer: TestUser): Promise<string[]> {
  const inputs = Object.keys(inputOf(mutation)?.getFields() ?? {});
  if (!inputs.some((name) => idFields.includes(name))) return [''];
  const entity = creatableEntities.find(({ rootFields }) => rootFields?.[mutation.name]);
  const session = await database.session.findFirstOrThrow({ where: { userId: viewer.id } });
  const user = await createUser(database);
  const admin = await createUser(database, { role: 'admin' });
  return [
    ...(mutation.name.startsWith('create') ? [''] : []),
    newId('User'),
    ...(entity ? [await createRecord(database, entity)] : []),
    ...[session, user, admin, viewer].map(({ id }) => id),
  ];
}

function inputsAbout(mutation: Mutation, id: string): Input[] {
  const fields = Object.values(inputOf(mutation)?.getFields() ?? {});
  const others = fields.filter(({ name }) => !idFields.includes(name));
  // `updateUserRoles` has no optional fields.
  const isPartial = mutation.name.startsWith('update') && fields.some(({ name }) => name === 'id');
  const required = isPartial ? [] : others;
  const base = () => ({
    ...(id ? aboutRecord(mutation, id) : {}),
    ...Object.fromEntries(required.map(({ name }) => [name, valuesOf(name, mutation.name)[0]])),
  });
  return [
    base(),
    ...others.flatMap(({ name, type }) => {
      const all = [...valuesOf(name, mutation.name), ...(isNonNullType(type) ? [] : [null])];
      return all.map((value) => ({ ...base(), [name]: value }));
    }),
  ];
}

async function codesOf(mutation: Mutation, viewer: TestUser, input: Input): Promise<string[]> {
  const type = inputOf(mutation);
  const [variable, argument] = type ? [`($input: ${type.name}!)`, '(input: $input)'] : ['', ''];
  const { data, errors } = await viewer.send(
    `mutation ${variable} { ${mutation.name}${argument} { errors { code } } }`,
    type ? { input } : {},
  );
  expect(JSON.stringify(errors), 'a rule needs a code of UserErrorCode').not.toMatch(
    /UserErrorCode/,
  );
  return (data?.[mutation.name]?.errors ?? []).map(({ code }: { code: string }) => code);
}

function listedBy({ description }: Mutation): string[] {
  const [, listed] = description?.match(/Error codes: ([A-Z_, ]+)\./) ?? [];
  return listed?.split(', ') ?? [];
}

describe('the description of', () => {
  it.each(mutations)('$name lists the error codes that it answers with', async (mutation) => {
    const viewer = await server.as('admin');
    await giveRelatedTo(viewer);
    const answered = new Set<string>();
    for (const id of await targets(mutation, viewer)) {
      for (const input of inputsAbout(mutation, id)) {
        for (const code of await codesOf(mutation, viewer, input)) answered.add(code);
      }
    }
    expect(listedBy(mutation)).toEqual(expect.arrayContaining([...answered]));
  });
});

it('each code of UserErrorCode is listed by a mutation', () => {
  const type = schema.getType('UserErrorCode');
  const codes = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const all = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(listedBy);
  // Listed by what changes records that someone sees and may not change, which not every project has.
  const listed = new Set([...all, 'FORBIDDEN']);
  expect([...listed].sort()).toEqual(codes.sort());
});

it('demands a text or a description of every code', () => {
  expect(describeCode('NAME_REQUIRED')).toBe('Name is required');
  expect(describeCode('NAME_ALREADY_USED')).toBe('Another record of this kind has this name.');
  expect(() => describeCode('WITHOUT_TEXT' as UserErrorCode)).toThrow('it needs a text');
});
