import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createApiGuide } from '#server/api-docs/api-guide.ts';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { createMailLimits } from '#server/auth/limits/mail-limits.ts';
import { newId } from '#server/database/ids.ts';
import { unlistedCode } from '#server/graphql/building/mutation.ts';
import { withoutOrganizations } from '#server/graphql/building/without-organizations.ts';
import { printContract, schemaOf } from '#server/schema.ts';
import { readSettings } from '#server/settings.ts';
import { enumName } from '#shared/enum-name.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { prove } from '#tests/support/promises.ts';
import { schema } from '#tests/support/schema.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ ORGANIZATIONS: 'false', SMTP_URL: '' });
const { database } = server;
const rest = withoutOrganizations(schemaOf());
const telling = /organi[sz]ation|member|team|invit/i;

/** Entities whose records all belong to organizations: without them, none is created, and no page shows any. */
const ofOrganizations = expectedEntities.filter(
  ({ belongsToOrganization }) => belongsToOrganization,
);
const folderOf = (type: string) => enumName(type).toLowerCase().replaceAll('_', '-');
const isCreation = (coordinate: string) =>
  ofOrganizations.some(({ type }) =>
    new RegExp(`[cC]reate${type}\\b|Create${type}(Input|Payload)`).test(coordinate),
  );
const isPageOf = (file: string) =>
  ofOrganizations.some(({ type }) => file.includes(`/features/${folderOf(type)}/`));

/** Fragments that documents of other entities use. */
const entriesIn = (text: string) =>
  text
    .split(/\n(?=fragment|query|mutation)/)
    .filter((definition) => /^fragment \w+Entry /.test(definition))
    .join('\n');

function membersOf(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => `${type.name}.${name}`);
  if (isInputObjectType(type)) {
    return Object.keys(type.getFields()).map((name) => `${type.name}.${name}`);
  }
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) => [
    `${type.name}.${name}`,
    ...args.map((arg) => `${type.name}.${name}(${arg.name}:)`),
  ]);
}

function coordinatesOf(of: GraphQLSchema): string[] {
  const types = Object.values(of.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  return types.flatMap((type) => [type.name, ...membersOf(type)]);
}

describe('the setting', () => {
  it.each([
    ['by default', {}, true],
    ['in the demo', { DEMO: 'true' }, true],
    ['turned off', { ORGANIZATIONS: 'false' }, false],
  ])('%s', (_when, env, expected) => {
    expect(readSettings(env).organizations).toBe(expected);
  });

  it('is off in production unless it is set', () => {
    const production = {
      ...{ NODE_ENV: 'production', BASE_URL: 'https://atrium.example', SMTP_URL: 'smtp://mail' },
      AUTH_SECRET: 'q7Hn2vXw0bKd9sZt4LmR8yPc1JfGu5Ea',
    };
    expect(readSettings(production).organizations).toBe(false);
    expect(readSettings({ ...production, ORGANIZATIONS: 'true' }).organizations).toBe(true);
  });
});

describe('the schema', () => {
  it('names nothing of organizations: what is left invites users to the installation', () => {
    expect(coordinatesOf(rest).filter((each) => telling.test(each))).toEqual([
      'AuditEventKind.INVITED',
      'Mutation.resendUserInvitation',
      'Mutation.resendUserInvitation(input:)',
      'ResendUserInvitationInput',
      'ResendUserInvitationInput.id',
      'ResendUserInvitationPayload',
      'ResendUserInvitationPayload.errors',
      'ResendUserInvitationPayload.user',
      'User.viewerCanResendInvitation',
      'UserErrorCode.INVITATION_NOT_FOUND',
      'UserStatus.INVITED',
    ]);
    const lines = printContract(rest).split('\n');
    expect(lines.filter((line) => /organi[sz]ation|\bteams?\b/i.test(line))).toEqual([]);
  });

  it('loses nothing else', () => {
    const left = new Set(coordinatesOf(rest));
    const lost = coordinatesOf(schema).filter((each) => !left.has(each));
    expect(
      lost.filter(
        (each) => !telling.test(each) && !isCreation(each) && !/SLUG_(INVALID|REQUIRED)/.test(each),
      ),
    ).toEqual([]);
  });

  it('is the one that is served', async () => {
    const served = await (await server.request('/api/graphql/schema.graphql')).text();
    expect(served).toBe(printContract(rest));
    const admin = await server.as('admin');
    const named = await admin.send('{ __type(name: "Organization") { name } }');
    expect(named).toMatchObject({ data: { __type: null }, errors: [] });
    const all = await admin.send('{ __schema { types { name fields { name } } } }');
    expect(all.errors).toEqual([]);
    expect(JSON.stringify(all.data)).not.toMatch(/organi[sz]ation|member|team/i);
  });

  it('has what the pages of everything else ask for', async () => {
    const texts: string[] = [];
    for await (const file of glob('client/**/*.graphql')) {
      if (/organization|member|team|invitation/.test(file)) continue;
      if (file.includes('features/service-account')) continue;
      const text = readFileSync(file, 'utf8');
      texts.push(isPageOf(file) ? entriesIn(text) : text);
    }
    expect(texts.length).toBeGreaterThan(10);
    const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
    expect(validate(rest, parse(texts.join('\n')), rules)).toEqual([]);
  });
});

describe('a person', () => {
  it('has no permission of organizations, neither by role nor by the scopes of a token', async () => {
    const admin = await server.as('admin');
    const { data } = await admin.send('{ viewer { permissions user { grantableScopes } } }');
    expect(data.viewer.permissions).toContain('REPOSITORY_CREATE');
    expect(JSON.stringify(data)).not.toContain('ORGANIZATION');
    await database.accessToken.create({
      data: {
        ...{ id: 'tok_01h455vb4pex5vsknk084sn02q', userId: admin.id, name: 'Old', start: 'atr_' },
        ...{ hash: unique('hash'), scopes: ['repository:read', 'organization:manage'] },
        lifetimeDays: 90,
        expiresAt: new Date(Date.now() + 1_000_000),
      },
    });
    const shown = await admin.send('{ viewer { accessTokens { nodes { scopes } } } }');
    expect(shown.errors).toEqual([]);
    expect(shown.data.viewer.accessTokens.nodes).toEqual([{ scopes: ['REPOSITORY_READ'] }]);
  });

  it('sees nothing of the organization that they owned, and does nothing by their role there', async () => {
    const owner = await server.as('user');
    const admin = await server.as('admin');
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    const { id } = await createRepository(database, { organizationId });
    const invited = { organizationId, inviterId: owner.id, email: admin.email };
    const ids = [
      organizationId,
      (await createTeam(database, organizationId)).id,
      (await createInvitation(database, invited)).id,
      (await database.member.findFirstOrThrow({ where: { organizationId } })).id,
    ];
    const nodes = 'query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } node(id: $id) { id } }';
    for (const viewer of [owner, admin]) {
      const { data, errors } = await viewer.send(nodes, { ids, id: organizationId });
      expect(errors).toEqual([]);
      expect(data).toEqual({ nodes: [null, null, null, null], node: null });
    }
    const read =
      'query ($id: ID!) { repository(id: $id) { id } repositories(first: 100) { nodes { id } } }';
    const { data } = await owner.send(read, { id });
    expect(data.repository).toBeNull();
    expect(data.repositories.nodes).not.toContainEqual({ id });
    const update =
      'mutation ($id: ID!) { updateRepository(input: { id: $id, description: "x" }) { errors { code } } }';
    expect(errorCodes(await owner.send(update, { id }))).toEqual(['FORBIDDEN']);
    expect((await admin.send(read, { id })).data.repository).toEqual({ id });
    expect((await admin.send(update, { id })).data.updateRepository.errors).toEqual([]);
  });

  it('reads an audit log without the events of organizations that there were', async () => {
    const admin = await server.as('admin');
    const { id: recordId } = await createOrganization(database, { name: 'Formerly' });
    const common = { recordId, actorId: admin.id };
    const [event, deleted] = [newId('AuditEvent'), newId('AuditEvent')];
    await database.auditEvent.createMany({
      data: [
        { ...common, id: event, kind: 'organization_updated' },
        { ...common, id: newId('AuditEvent'), kind: 'member_removed', userId: admin.id },
        { ...common, id: deleted, kind: 'repository_deleted', recordId: newId('Repository') },
      ],
    });
    const { data, errors } = await admin.send(
      `query ($filter: AuditEventFilter, $id: ID!) {
        auditEvents(filter: $filter) { nodes { id kind } totalCount }
        viewer { user { auditEvents(first: 100) { nodes { kind } } } }
        node(id: $id) { id } }`,
      { filter: { actorId: admin.id }, id: event },
    );
    expect(errors).toEqual([]);
    expect(data.node).toBeNull();
    const own = data.viewer.user.auditEvents.nodes.map(({ kind }: { kind: string }) => kind);
    expect(own).not.toContain('MEMBER_REMOVED');
    const ofRepository = { id: deleted, kind: 'REPOSITORY_DELETED' };
    expect(data.auditEvents.nodes).toContainEqual(ofRepository);
    expect(data.auditEvents.nodes).toHaveLength(own.length + 1);
    const file = await server.request('/api/export/audit-log.csv', {
      headers: { cookie: admin.cookie },
    });
    const text = await file.text();
    expect(text).toContain(deleted);
    expect(text).not.toMatch(/organi[sz]ation|member|Formerly/i);
  });

  it('cannot use a token that is limited to one', async () => {
    const owner = await server.as('user');
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    const token = await createToken(owner);
    const { send } = program(server, token.secret);
    const read = '{ viewer { user { id } } repositories(first: 1) { nodes { id } } }';
    expect(errorCodes(await send(read))).toEqual([]);
    await database.accessToken.update({ where: { id: token.id }, data: { organizationId } });
    const { data, errors } = await send(read);
    expect(data).toEqual({ viewer: null, repositories: null });
    expect(errorCodes({ errors })).toEqual(['UNAUTHENTICATED']);
  });

  it('is refused what needs an organization, in words that the schema has', async () => {
    const owner = await server.as('user');
    const admin = await server.as('admin');
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    const input = { name: unique('r'), link: 'a.example', organizationId };
    const create =
      'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { errors { code } } }';
    expect(errorCodes(await admin.send(create, { input }))).toEqual(['BAD_REQUEST']);
  });
});

it('says that an address has received too many emails, as with organizations', async () => {
  const admin = await server.as('admin');
  const email = `${unique('flooded')}@example.com`;
  const { id } = await createUser(database, { name: '', email, onboardedAt: null });
  await database.user.update({ where: { id }, data: { emailVerified: false } });
  const countMail = createMailLimits({ database, hmac: createKeyedHmac([server.secret]) });
  while (await countMail('userInvitation', email));
  const { data } = await admin.send(
    `mutation ($id: ID!, $email: String!) {
      createUser(input: { email: $email, role: USER }) { errors { code field } }
      resendUserInvitation(input: { id: $id }) { errors { code field } } }`,
    { id, email: email.replace('@', '+tag@') },
  );
  expect(data).toEqual({
    createUser: { errors: [{ code: 'EMAIL_LIMIT_REACHED', field: ['email'] }] },
    resendUserInvitation: { errors: [{ code: 'EMAIL_LIMIT_REACHED', field: null }] },
  });
});

describe('many at once', () => {
  const errors = 'errors { code field }';

  it('repositories are deleted whose they may be, by a manager', async () => {
    const admin = await server.as('admin');
    const { id: organizationId } = await createOrganization(database);
    const ids = [
      (await createRepository(database, { organizationId })).id,
      (await createRepository(database)).id,
    ];
    const remove = `mutation ($ids: [ID!]!) {
      deleteRepositories(input: { ids: $ids }) { deletedRepositoryIds ${errors} } }`;
    const { data } = await admin.send(remove, { ids: [...ids, 'repo_missing'] });
    expect(data.deleteRepositories).toEqual({
      deletedRepositoryIds: ids,
      errors: [{ code: 'NOT_FOUND', field: ['ids', '2'] }],
    });
    await database.repositoryCount.update({
      where: { organizationId },
      data: { rows: organizationLimits.repositoriesPerOrganization + 1 },
    });
    const restore = `mutation ($ids: [ID!]!) {
      restoreRepositories(input: { ids: $ids }) { repositories { id } ${errors} } }`;
    const restored = await admin.send(restore, { ids });
    expect(restored.errors).toEqual([]);
    expect(restored.data.restoreRepositories).toEqual({
      repositories: [{ id: ids[1] }],
      errors: [{ code: 'FORBIDDEN', field: ['ids', '0'] }],
    });
  });

  it('users are deleted but for the only owner of an organization', async ({ task }) => {
    prove(
      task,
      'production',
      'an account that is the only owner of a stored organization cannot be deleted.',
    );
    const admin = await server.as('admin');
    const [owner, other] = [await createUser(database), await createUser(database)];
    await createOrganization(database, { ownerId: owner.id });
    const remove = `mutation ($ids: [ID!]!) {
      deleteUsers(input: { ids: $ids }) { deletedUserIds ${errors} } }`;
    const deleted = await admin.send(remove, { ids: [owner.id, other.id] });
    expect(deleted.errors).toEqual([]);
    expect(deleted.data.deleteUsers).toEqual({
      deletedUserIds: [other.id],
      errors: [{ code: 'FORBIDDEN', field: ['ids', '0'] }],
    });
    expect(server.lines.filter(({ msg }) => msg === unlistedCode)).toEqual([]);
  });
});

it.each(['', '/errors', '/limits', '/versions'])(
  'the guide%s says nothing of them',
  async (page) => {
    const text = await (await server.request(`/api/graphql/guide${page}`)).text();
    expect(text).toContain('<h1');
    expect(text.match(/organi[sz]ation|\bteams?\b|createTeam|inviteMembers/gi)).toBeNull();
  },
);

it('the guide is made again after it could not be', async () => {
  let contracts = 0;
  const serve = createApiGuide({
    settings: server.settings,
    printContract() {
      contracts += 1;
      if (contracts === 1) throw new Error('There is no contract yet.');
      return printContract(rest);
    },
  });
  const open = () => serve(new Request(`${server.origin}/api/graphql/guide`), '');
  await expect(open()).rejects.toThrow('There is no contract yet.');
  expect((await open())?.status).toBe(200);
  expect((await open())?.status).toBe(200);
  expect(contracts).toBe(2);
});

it('the page of mails shows none of them', async () => {
  const page = await (await server.request('/dev/mails')).text();
  expect(page).toContain('Change email');
  expect(page).not.toMatch(/organi[sz]ation/i);
});
