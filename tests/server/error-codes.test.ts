/** Each mutation's description lists exactly the error codes that it can return. */

import {
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { createMailLimits } from '#server/auth/limits/mail-limits.ts';
import { newId } from '#server/database/ids.ts';
import { type EntityModel, tableOf } from '#server/entities.ts';
import { organizationRefusals } from '#server/features/organization/policy.ts';
import { limits } from '#shared/limits.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  camelCase,
  createAccessToken,
  createPasskey,
  createRecord,
  createRepository,
  createSession,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import {
  createOrganizationErrorCases,
  isOrganizationMutation,
} from '#tests/support/organization-error-cases.ts';
import { enumOf, second } from '#tests/support/other-languages.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

type Mutation = GraphQLField<unknown, unknown>;
type Input = Record<string, unknown>;

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name }) => !isOrganizationMutation(name),
);
const { id: takenId, name: takenName } = await createRepository(database);
const taken = {
  ...{ id: takenId, name: takenName },
  email: (await createUser(database)).email,
};
const reserved = `${unique('former')}@example.com`;
await database.formerAddress.create({
  data: { userId: (await createUser(database)).id, email: reserved },
});

const { id: serviceAccount } = await createUser(database, {
  role: 'admin',
  isServiceAccount: true,
});

const organizations = await createOrganizationErrorCases(server);

const flooded = unique('flooded');
const countMail = createMailLimits({ database, hmac: createKeyedHmac([server.secret]) });
while (await countMail('invitation', `${flooded}@example.com`));

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Values = readonly [unknown, ...unknown[]];

/** Values of the input fields that name a related record, by its type. */
const related = new Map<string, Values>();
for (const entity of expectedEntities) {
  const [organization = ''] = organizations.requiredIds;
  const id = await createRecord(database, entity, undefined, { organization });
  if (id) related.set(entity.type, [id, newId(entity.type as EntityModel), 'nothing']);
}

/** Lets the viewer own the records that inputs refer to. Other people's records are not found. */
async function giveRelatedTo(viewer: TestUser): Promise<void> {
  for (const { type, newRecord } of expectedEntities) {
    if (!newRecord || !('owner' in newRecord(''))) continue;
    const statement = `UPDATE "${tableOf(type as EntityModel)}" SET "ownerId" = $1 WHERE "id" = $2`;
    await database.$executeRawUnsafe(statement, viewer.id, related.get(type)?.[0]);
  }
}

related.set('Organization', organizations.requiredIds);
related.set('User', [(await createUser(database)).id, newId('User'), 'nothing']);

const ofAccessTokens = {
  scopes: (): Values => [['REPOSITORY_READ'], [], ['USER_LIST']],
  expiresInDays: (): Values => [90, 367],
  overlapHours: (): Values => [1, -1, 169],
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
    ...['', 'nobody', `${'x'.repeat(limits.emailMax)}@example.com`, taken.email, reserved],
    `${flooded}+${unique('tag')}@example.com`,
  ],
  role: () => ['ADMIN', 'USER'],
  language: () => [enumOf(second)],
  link: () => ['a.example', '', 'a.b', 'nodots', 'ftp://a.b', 'a.b/'.repeat(1_000)],
  description: () => ['What it is.', 'x\u202ey', 'x'.repeat(10_000)],
  banReason: () => ['Spam', '', 'x\u202ey', 'x'.repeat(1_000)],
  ...ofAccessTokens,
  organizationId: () => organizations.ids,
  userId: () => [null, newId('User'), serviceAccount],
  providerId: () => ['github', 'nobody', ''],
  picture: () => [pixel, 'nothing', 'A'.repeat(90_000)],
  repositories: () => [
    [{ name: unique('name'), link: 'a.example' }],
    ...invalidRepositories().map((fields) => [
      { name: unique('name'), link: 'a.example', ...fields },
    ]),
  ],
  validateOnly: () => [false, true],
  expectedUpdatedAt: () => [null, '2020-01-01T00:00:00Z'],
  banEndsAt: () => ['2100-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
};

const invalidRepositories = () =>
  ['id', 'name', 'link', 'description'].flatMap((field) =>
    valuesOf(field).map((value) => ({ [field]: value })),
  );

function valuesOf(field: string, mutation = ''): Values {
  const entity = expectedEntities.find(({ rootFields }) => rootFields?.[mutation]);
  const type = entity?.related?.[field] ?? '';
  const all = entity?.inputs?.[field] ?? related.get(type) ?? values[field]?.();
  if (!all) {
    throw new Error(`${mutation} needs \`inputs\` of "${field}" in tests/entities/<entity>.ts.`);
  }
  return all;
}

/** A record of the entity that the mutation belongs to. */
async function ownRecord({ name }: Mutation): Promise<{ id: string }[]> {
  const entity = expectedEntities.find(({ rootFields }) => rootFields?.[name]);
  const id = entity && entity.type !== 'Repository' && (await createRecord(database, entity));
  return id ? [{ id }] : [];
}

async function expiredToken(viewer: TestUser) {
  const { id } = await createAccessToken(database, viewer.id);
  return database.accessToken.update({ where: { id }, data: { expiresAt: new Date() } });
}

async function deletedRepository() {
  const repository = await createRepository(database);
  const manager = await server.as('admin');
  await manager.send(
    'mutation ($id: ID!) { deleteRepositories(input: { ids: [$id] }) { errors { code } } }',
    { id: repository.id },
  );
  return repository;
}

async function replacedRepository() {
  const { id, name } = await deletedRepository();
  await createRepository(database, { name });
  return { id };
}

function inputOf(mutation: Mutation) {
  const type = getNamedType(mutation.args[0]?.type);
  return isInputObjectType(type) ? type : undefined;
}

const idFields = ['id', 'ids'];

function aboutRecord(mutation: Mutation, id: string): Input {
  return inputOf(mutation)?.getFields().ids ? { ids: [id] } : { id };
}

/** The viewer's own records, by the end of the names of the mutations that change them. */
const ownTargets: Record<string, (viewer: TestUser) => Promise<{ id: string }[]>> = {
  AccessToken: async (viewer) => [
    await createAccessToken(database, viewer.id),
    await expiredToken(viewer),
  ],
  Passkey: async ({ id }) => [await createPasskey(database, id)],
  Session: async ({ id }) => [await createSession(database, id)],
};

async function targets(mutation: Mutation, viewer: TestUser): Promise<string[]> {
  const inputs = Object.keys(inputOf(mutation)?.getFields() ?? {});
  if (!inputs.some((name) => idFields.includes(name))) return [''];
  const owner = await createUser(database);
  const admin = await createUser(database, { role: 'admin' });
  const session = await database.session.findFirstOrThrow({ where: { userId: viewer.id } });
  const repository = await createRepository(database);
  const [, createOwn] =
    Object.entries(ownTargets).find(([type]) => mutation.name.endsWith(type)) ?? [];
  const own = (await createOwn?.(viewer)) ?? [];
  const deleted = mutation.name === 'restoreRepositories' ? [await replacedRepository()] : [];
  return [
    ...(mutation.name.startsWith('create') ? [''] : []),
    newId('User'),
    ...(await ownRecord(mutation)).map(({ id }) => id),
    ...(await organizations.targets(mutation.name)),
    ...[...own, owner, admin, repository, session, ...deleted, viewer].map(({ id }) => id),
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

async function inputsAboutUsers({ name }: Mutation): Promise<Input[]> {
  const email = `${flooded}+${unique('tag')}@example.com`;
  const invited = await createUser(database, { name: '', email, onboardedAt: null });
  await database.user.update({ where: { id: invited.id }, data: { emailVerified: false } });
  if (name === 'resendUserInvitation') return [{ id: invited.id }];
  if (name !== 'updateUser') return [];
  const demoted = await createUser(database, { role: 'admin' });
  await database.user.update({ where: { id: demoted.id }, data: { role: 'user' } });
  const other = `${flooded}+${unique('tag')}@example.com`;
  return [invited, demoted].map(({ id }) => ({ id, email: other }));
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

async function adminSignedIn(hours: number): Promise<TestUser> {
  const admin = await server.as('admin');
  const createdAt = new Date(Date.now() - hours * 60 * 60 * 1_000);
  await database.session.updateMany({ where: { userId: admin.id }, data: { createdAt } });
  return admin;
}

/** A user can't grant every scope, and an admin has as many access tokens as possible. */
async function ownersOfAccessTokens({ name }: Mutation): Promise<TestUser[]> {
  if (name !== 'createAccessToken') return [];
  const admin = await adminSignedIn(0);
  for (let count = 0; count < limits.accessTokensPerUser; count += 1) {
    await createAccessToken(database, admin.id);
  }
  return [await server.as('user'), admin];
}

async function whileDemoted<T>(viewer: TestUser, send: () => Promise<T>): Promise<T> {
  const { sent } = await database.$transaction(async (transaction) => {
    await transaction.user.update({ where: { id: viewer.id }, data: { role: 'user' } });
    let isAnswered = false;
    const sent = send().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && !(await someoneWaits())) await new Promise(setImmediate);
    return { sent };
  });
  return sent;
}

async function someoneWaits(): Promise<boolean> {
  const waiting = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

async function codesOfLastAdmins(mutation: Mutation): Promise<string[]> {
  const fields = Object.keys(inputOf(mutation)?.getFields() ?? {});
  if (!fields.some((name) => idFields.includes(name))) return [];
  const codes: string[] = [];
  for (const field of fields) {
    const viewer = await server.as('admin');
    const { id } = await createUser(database, { role: 'admin' });
    await database.user.updateMany({
      where: { id: { notIn: [viewer.id, id] } },
      data: { role: 'user' },
    });
    const [input = {}] = inputsAbout(mutation, id);
    const variant = idFields.includes(field)
      ? input
      : { ...input, [field]: valuesOf(field, mutation.name)[0] };
    if (field === 'role') variant.role = 'USER';
    codes.push(...(await whileDemoted(viewer, () => codesOf(mutation, viewer, variant))));
  }
  return codes;
}

function listedBy({ description }: Mutation): string[] {
  const [, listed] = description?.match(/Error codes: ([A-Z_, ]+)\./) ?? [];
  return listed?.split(', ') ?? [];
}

describe('the description of', () => {
  it.each(mutations)('$name lists the error codes that it answers with', async (mutation) => {
    const answered = new Set<string>();
    const viewers = [
      await adminSignedIn(2),
      await adminSignedIn(0),
      ...(await organizations.viewers(mutation.name)),
      ...(await ownersOfAccessTokens(mutation)),
    ];
    for (const viewer of viewers) {
      await giveRelatedTo(viewer);
      for (const id of await targets(mutation, viewer)) {
        for (const input of inputsAbout(mutation, id)) {
          for (const code of await codesOf(mutation, viewer, input)) answered.add(code);
        }
      }
    }
    for (const input of await inputsAboutUsers(mutation)) {
      const viewer = await adminSignedIn(0);
      for (const code of await codesOf(mutation, viewer, input)) answered.add(code);
    }
    for (const code of await codesOfLastAdmins(mutation)) answered.add(code);
    expect([...answered].sort()).toEqual(listedBy(mutation).sort());
  });
});

const listedByAny = () =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(listedBy);

it('each code of UserErrorCode is listed by a mutation', () => {
  const type = schema.getType('UserErrorCode');
  const codes = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  // Listed by what changes records that someone sees and may not change, which not every project has.
  const listed = new Set([...listedByAny(), 'FORBIDDEN']);
  expect([...listed].sort()).toEqual(codes.sort());
});

it('so are those of records of organizations', () => {
  expect(listedByAny()).toEqual(expect.arrayContaining([...organizationRefusals]));
});
