/** Compares the API with the permission oracle, field by field and role by role. */

import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { enumName } from '#shared/enum-name.ts';
import { permissions } from '#shared/permissions.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createAuditEvent } from '#tests/support/audit-events.ts';
import { creatableEntities, missingScopes, missingValue } from '#tests/support/entities.ts';
import type { Access } from '#tests/support/expectations.ts';
import {
  camelCase,
  createAccessToken,
  createInvitation,
  createOrganization,
  createPasskey,
  createRecord,
  createRepository,
  createSession,
  createTeam,
  createUser,
  uniqueTexts,
} from '#tests/support/factories.ts';
import { second } from '#tests/support/other-languages.ts';
import {
  expectedRefusal,
  fieldReaders,
  type Reader,
  readers,
  recordFields,
  roles,
  rootFields,
  scopelessFields,
  scopesOf,
  unguardedTypes,
  viewerCanOf,
  viewerCanTrueFor,
} from '#tests/support/permission-oracle.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const contract = buildSchema(
  readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
);

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const [banned, onboarding] = [await server.as('user'), await server.as('user')];
const users = {
  anonymous: await server.as('anonymous'),
  banned,
  onboarding,
  user: await server.as('user'),
  impersonator: await server.impersonate(),
  admin: await server.as('admin'),
};
const { user } = server.database;
await user.update({ where: { id: banned.id }, data: { banned: true } });
await user.update({ where: { id: onboarding.id }, data: { name: '', onboardedAt: null } });

const rootTypes = {
  query: contract.getQueryType(),
  mutation: contract.getMutationType(),
  subscription: contract.getSubscriptionType(),
};

function expectSameRows(table: string, inSchema: string[], rows: string[]): void {
  const where = `\`${table}\` of tests/entities/<entity>.ts`;
  const lacking = inSchema.filter((name) => !rows.includes(name));
  expect(lacking, `need a row in ${where}`).toEqual([]);
  expect(
    rows.filter((name) => !inSchema.includes(name)),
    `are not in the schema: remove them from ${where}`,
  ).toEqual([]);
}

describe('the permission oracle', () => {
  const inContract = Object.entries(rootTypes).flatMap(([kind, type]) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${kind} ${name}`),
  );

  it('has a row for each root field, and no other', () => {
    const rows = Object.entries(rootFields).map(([name, { kind }]) => `${kind} ${name}`);
    expectSameRows('rootFields', inContract, rows);
  });

  it('has a row for each field of a record, and knows every other type', () => {
    const types = Object.values(contract.getTypeMap()).filter(
      (type) =>
        isObjectType(type) &&
        !Object.values(rootTypes).includes(type) &&
        !/^__|(Payload|Connection|Edge)$/.test(type.name) &&
        !unguardedTypes.includes(type.name),
    );
    const fields = types.flatMap((type) =>
      Object.keys(isObjectType(type) ? type.getFields() : {}).map((name) => `${type.name}.${name}`),
    );
    const rows = Object.entries(recordFields).flatMap(([type, row]) =>
      Object.keys(row).map((name) => `${type}.${name}`),
    );
    expectSameRows('recordFields', fields, rows);
  });
});

async function createRecords(key: (type: string) => string): Promise<Record<string, string>> {
  const ids = await Promise.all(
    creatableEntities.map(
      async (entity) => [key(entity.type), await createRecord(server.database, entity)] as const,
    ),
  );
  return Object.fromEntries(ids);
}

async function createOrganizationOf(ownerId: string) {
  const { database } = server;
  const other = await createUser(database);
  const { id: organizationId } = await createOrganization(database, {
    ...{ ownerId, members: { [other.id]: 'owner' } },
  });
  const where = { organizationId, userId: ownerId };
  const { id: Member } = await database.member.findFirstOrThrow({ where });
  const { id: Team } = await createTeam(database, organizationId);
  await createTeam(database, organizationId);
  const invited = { organizationId, inviterId: ownerId, teamId: Team };
  const { id: Invitation } = await createInvitation(database, invited);
  return { Organization: organizationId, Member, Team, Invitation };
}

async function createVariables(asker: TestUser): Promise<Record<string, string>> {
  const ofAsker = { members: { some: { userId: asker.id } } };
  await server.database.organization.deleteMany({ where: ofAsker });
  const other = await createUser(server.database);
  const organization = await createOrganizationOf(other.id);
  return {
    ...(await createRecords((type) => `${camelCase(type)}Id`)),
    organizationId: organization.Organization,
    memberId: organization.Member,
    teamId: organization.Team,
    invitationId: organization.Invitation,
    userId: other.id,
    sessionId: (await createSession(server.database, other.id)).id,
    ownSessionId: (await createSession(server.database, asker.id || other.id)).id,
    accessTokenId: (await createAccessToken(server.database, asker.id || other.id)).id,
    passkeyId: (await createPasskey(server.database, asker.id || other.id)).id,
    ...uniqueTexts(),
  };
}

describe.each(roles)('%s', (role) => {
  const asked = Object.entries(rootFields).map(([name, row]) => {
    const refusal = expectedRefusal(role, row.access);
    return { name, ...row, refusal, outcome: refusal ?? 'allowed' };
  });

  it.each(asked.filter(({ kind }) => kind !== 'subscription'))(
    '$kind $name: $outcome',
    async ({ document, refusal }) => {
      const answer = await users[role].send(document, await createVariables(users[role]));
      expect(answer.errors.map((error) => error.extensions.code)).toEqual(refusal ? [refusal] : []);
    },
  );

  it.each(asked.filter(({ kind }) => kind === 'subscription'))(
    '$kind $name: $outcome',
    async ({ document, refusal }) => {
      const stop = new AbortController();
      const response = await server.request('/api/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          cookie: users[role].cookie,
          origin: server.origin,
        },
        body: JSON.stringify({ query: document }),
        signal: stop.signal,
      });
      expect(response.status).toBe(200);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const ended = (async () => {
        for (;;) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) return true;
          text += value;
        }
      })();
      const waited = refusal ? 10_000 : 400;
      const isOpen = new Promise((resolve) => setTimeout(resolve, waited, false));
      expect(await Promise.race([ended, isOpen])).toBe(refusal !== undefined);
      expect(/"code":"(\w+)"/.exec(text)?.[1]).toBe(refusal);
      void reader?.cancel();
      stop.abort();
    },
  );
});

describe.each(['user', 'admin'] as const)('a token of a %s', async (role) => {
  const owner = users[role];
  const { id, secret } = await createToken(owner);
  async function ask(document: string, scopes: readonly string[]) {
    const stored = scopes.map(
      (scope) => permissions.find((name) => enumName(name) === scope) ?? '',
    );
    await server.database.accessToken.update({ where: { id }, data: { scopes: stored } });
    const { errors } = await program(server, secret).send(document, await createVariables(owner));
    return errors.map(({ extensions }) => [extensions.code, extensions.requiredPermission]);
  }
  const all = permissions.map(enumName);
  const asked = Object.entries(rootFields)
    .filter(([, { kind }]) => kind !== 'subscription')
    .map(([name, row]) => ({ name, ...row, scopes: scopesOf[name] }));
  const isGranted = (access: Access) => expectedRefusal(role, access) === undefined;

  it.each(asked.filter(({ name }) => scopelessFields.includes(name)))(
    'may use $name without a scope',
    async ({ document }) => expect(await ask(document, [])).toEqual([]),
  );

  it.each(asked.filter(({ scopes }) => scopes))('needs $scopes for $name', async (row) => {
    const { document, access, scopes = [] } = row;
    const missing = (scope = '') => [['FORBIDDEN', scope]];
    expect(await ask(document, scopes)).toEqual(isGranted(access) ? [] : missing(scopes[0]));
    for (const scope of scopes) {
      const others = all.filter((other) => other !== scope);
      const first = isGranted(access) ? scope : scopes[0];
      expect(await ask(document, others)).toEqual(missing(first));
    }
  });

  it.each(asked.filter(({ name, scopes }) => !scopes && !scopelessFields.includes(name)))(
    'may not use $name with all scopes, as its description says',
    async ({ name, kind, document }) => {
      const root = rootTypes[kind]?.getFields()[name];
      const refusal = 'ACCESS_TOKEN_REFUSED with an access token.';
      expect(root?.description, missingScopes(name)).toContain(refusal);
      const refused = [['ACCESS_TOKEN_REFUSED', undefined]];
      expect(await ask(document, all), missingScopes(name)).toEqual(refused);
    },
  );
});

describe('a token of an admin that is limited to an organization', async () => {
  const owner = await server.as('admin');
  const { id: organizationId } = await createOrganization(server.database, { ownerId: owner.id });
  const { id, secret } = await createToken(owner, { organizationId });
  const data = { scopes: [...permissions] };
  await server.database.accessToken.update({ where: { id }, data });
  const refusals = ['FORBIDDEN', 'ACCESS_TOKEN_REFUSED', 'NOT_FOUND'];
  const nothing = [null, [null], { nodes: [] }];
  const asked = Object.entries(rootFields)
    .filter(([, { kind }]) => kind !== 'subscription')
    .filter(([, { access }]) => access !== 'public')
    .map(([name, row]) => ({ name, ...row }));

  it.each(asked)('reaches nothing elsewhere by $name', async ({ document }) => {
    const variables = await createVariables(users.admin);
    const answer = await program(server, secret).send(document, variables);
    const [result] = Object.values(answer.data ?? {}) as (Record<string, unknown> | null)[];
    const inPayload = (result?.errors ?? []) as { code: string }[];
    const codes = [
      ...answer.errors.map(({ extensions }) => extensions.code),
      ...inPayload.map(({ code }) => code),
    ];
    for (const code of codes) expect(refusals).toContain(code);
    if (codes.length === 0) expect(nothing).toContainEqual(result);
  });
});

describe('the fields of a record', () => {
  const device = {
    ipAddress: '203.0.113.77',
    signInMethod: 'email_code' as const,
    passkeyName: 'Phone',
    identityProviderName: 'GitHub',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const selections: Record<string, string> = {
    linkedProviders: 'linkedProviders { name }',
    dependents: 'dependents { type }',
    deletedRepositories: 'deletedRepositories { nodes { repositoryId } }',
  };
  /** Read through the user. Other records are fetched by ID. */
  const belongsToUser: string[] = ['User', 'Session', 'AuditEvent', 'AccessToken'];
  const unset = new Set([
    // The event is about an account.
    ...['repository', 'organizationId', 'organizationName'],
    ...['banReason', 'banEndsAt', 'revokedAt', 'previousSecretExpiresAt'],
    // A manager has no role in the organization, and the repository belongs to none.
    ...['viewerRole', 'organization', 'member'],
    // No database of places is configured, and the session is the owner's.
    ...['place', 'impersonator'],
  ]);
  let ids: Record<keyof typeof recordFields, string>;
  let by: Record<Reader, TestUser>;

  beforeAll(async () => {
    const { database } = server;
    const [owner, admin] = [await server.as('user'), await server.as('admin')];
    const { id } = owner;
    by = {
      owner,
      impersonator: await server.impersonate(owner),
      admin,
      otherUser: await server.as('user'),
    };
    await database.user.update({
      where: { id },
      data: { language: second, lastActiveAt: new Date(), image: 'hash' },
    });
    const where = { userId: id };
    await database.session.updateMany({ where, data: device });
    ids = {
      User: id,
      Session: (
        await database.session.findFirstOrThrow({ where: { ...where, impersonatedBy: null } })
      ).id,
      AuditEvent: await createAuditEvent(database, { userId: id, actorId: admin.id }),
      AccessToken: (await createAccessToken(database, id)).id,
      Passkey: (await createPasskey(database, id)).id,
      ...(await createRecords((type) => type)),
      ...(await createOrganizationOf(id)),
    };
  });

  async function read(type: string, reader: Reader, selection: string, refusals: string[]) {
    const isOwn = reader === 'owner' || reader === 'impersonator';
    const list = { Session: 'sessions', AuditEvent: 'auditEvents', AccessToken: 'accessTokens' }[
      type
    ];
    const fields = `{ recordId: id ${selection} }`;
    const of = list ? `{ ${list} { nodes ${fields} } }` : fields;
    const document = !belongsToUser.includes(type)
      ? `query ($id: ID!) { record: node(id: $id) { ... on ${type} ${fields} } }`
      : isOwn
        ? `{ viewer { record: user ${of} } }`
        : `query ($id: ID!) { record: node(id: $id) { ... on User ${of} } }`;
    expect(ids[type], `${type} has no \`newRecord\` in tests/entities`).toBeDefined();
    const id = belongsToUser.includes(type) ? ids.User : ids[type];
    const { data, errors } = await by[reader].send(
      document,
      document.includes('$id') ? { id } : {},
    );
    expect(errorCodes({ errors })).toEqual(refusals);
    const record = (data.viewer ?? data).record;
    const found = record && list ? record[list].nodes : [record];
    return found?.find((each: { recordId: string } | null) => each?.recordId === ids[type]) ?? null;
  }

  function selectionOf(type: string, field: string): string {
    const object = contract.getType(type);
    const target = isObjectType(object) ? getNamedType(object.getFields()[field]?.type) : undefined;
    const ofRecord = target?.name.endsWith('Connection') ? '{ nodes { id } }' : '{ id }';
    return selections[field] ?? (isObjectType(target) ? `${field} ${ofRecord}` : field);
  }

  const cells = Object.entries(recordFields).flatMap(([type, row]) =>
    Object.entries(row).flatMap(([field, access]) =>
      readers.map((reader) => ({
        type,
        field,
        reader,
        isReadable: fieldReaders[access].includes(reader),
        outcome: fieldReaders[access].includes(reader) ? 'readable' : 'hidden',
        isRecordReadable: fieldReaders[row.id ?? 'admin'].includes(reader),
      })),
    ),
  );

  it.each(cells)('$type $field for $reader: $outcome', async (cell) => {
    const { type, field, reader, isReadable, isRecordReadable } = cell;
    const selection = selectionOf(type, field);
    // A list without its permission is refused. Any other field is null.
    const isRefused = isRecordReadable && !isReadable && selection.includes('{ nodes {');
    const record = await read(type, reader, selection, isRefused ? ['FORBIDDEN'] : []);
    expect(record !== null).toBe(isRecordReadable);
    if (!record || unset.has(field)) return;
    if (isReadable) expect(record[field], missingValue(type, field)).not.toBeNull();
    else expect(record[field]).toBeNull();
    if (field.startsWith('viewerCan')) {
      const trueFor = viewerCanOf[`${type}.${field}`] ?? viewerCanTrueFor;
      expect(record[field]).toBe(trueFor.includes(reader));
    }
  });

  const found = Object.entries(recordFields).flatMap(([type, row]) =>
    readers.map((reader) => {
      const isFound = fieldReaders[row.id ?? 'admin'].includes(reader);
      return { type, reader, isFound, outcome: isFound ? 'found' : 'null' };
    }),
  );

  it.each(found)('$type by its ID for $reader: $outcome', async ({ type, reader, isFound }) => {
    const id = ids[type];
    expect(id, `${type} has no \`newRecord\` in tests/entities`).toBeDefined();
    const answer = await by[reader].send(
      'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id, $id]) { id } }',
      { id },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data).toEqual(
      isFound
        ? { node: { __typename: type, id }, nodes: [{ id }, { id }] }
        : { node: null, nodes: [null, null] },
    );
  });
});

it('a refused mutation leaves the record unchanged', async () => {
  const repository = await createRepository(server.database);
  for (const name of ['deleteRepositories', 'updateRepository']) {
    const variables = { repositoryId: repository.id };
    await users.user.send(rootFields[name]?.document ?? '', variables);
  }
  expect(await server.database.repository.findUnique({ where: { id: repository.id } })).toEqual(
    repository,
  );
});
