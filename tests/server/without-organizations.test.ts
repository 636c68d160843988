import {
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { unlistedCode } from '#server/graphql/building/mutation.ts';
import { printContract } from '#server/schema.ts';
import { readSettings } from '#server/settings.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { expectedEndpoints } from '#tests/support/auth-endpoints.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  createInvitation,
  createMember,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { productionEnv } from '#tests/support/product.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';
import { samplesOf } from '#tests/support/text-inputs.ts';

const server = await serverForFile({
  ...{ ORGANIZATIONS: 'false', SMTP_URL: '', MUTATIONS_PER_MINUTE: '10000' },
});
const { database } = server;
const disabled = 'Organizations are disabled in this installation.';

const owned = expectedEntities.filter((each) => each.belongsToOrganization);
const types = ['Organization', 'Member', 'Team', 'Invitation', ...owned.map(({ type }) => type)];
const words = /organization|member|team|(?<!User)invit(ation|e)/i;
const others = expectedEntities.filter(({ type }) => !types.includes(type) && words.test(type));
const isAbout = (name: string) =>
  words.test(others.reduce((rest, { type }) => rest.replace(new RegExp(type, 'i'), ''), name));

type Field = { name: string; type: GraphQLInputType; args: readonly Field[] };

const fieldsOf = (type: unknown) =>
  isInputObjectType(type) || isObjectType(type) ? Object.values(type.getFields()) : [];
const inputOf = ({ args }: Field) => fieldsOf(args[0] && getNamedType(args[0].type)) as Field[];
const isRequired = ({ type }: Field) => isNonNullType(type);

const mutations: readonly Field[] = fieldsOf(schema.getMutationType()) as Field[];

/** By their entities, by their names, and by what they take and return. */
const ofOrganizations = mutations.filter((mutation) => {
  if (owned.some(({ rootFields }) => rootFields?.[mutation.name])) return true;
  const returned = fieldsOf(getNamedType(mutation.type)) as Field[];
  const taken = inputOf(mutation).filter(isRequired);
  return [
    mutation.name,
    ...[...returned, ...taken].flatMap(({ name, type }) => [name, getNamedType(type).name]),
  ].some((name) => types.includes(name) || isAbout(name));
});
const takingOne = mutations.filter(
  (mutation) =>
    !ofOrganizations.includes(mutation) && inputOf(mutation).some(({ name }) => isAbout(name)),
);

function send(by: Pick<TestUser, 'send'>, mutation: Field, id: string) {
  const [argument] = mutation.args;
  const document = argument
    ? `mutation ($input: ${argument.type}) { ${mutation.name}(input: $input) { errors { code } } }`
    : `mutation { ${mutation.name} { errors { code } } }`;
  const input = samplesOf(
    inputOf(mutation),
    id,
    ({ name, type }) => isNonNullType(type) || isAbout(name),
  );
  return by.send(document, { input });
}

/** An organization with an owner, a member, an invited person, a team, a service account and a repository. */
async function createAll() {
  const [admin, owner, member] = [
    await server.as('admin'),
    await server.as('user'),
    await server.as('user'),
  ];
  const { id: organizationId } = await createOrganization(database, {
    ...{ name: 'Formerly', ownerId: owner.id },
    members: { [admin.id]: 'owner', [member.id]: 'member' },
  });
  const robot = await createUser(database, { isServiceAccount: true });
  await createMember(database, organizationId, robot.id);
  const invited = await server.as('user');
  const invitation = { organizationId, inviterId: owner.id, email: invited.email };
  const memberIds = await database.member.findMany({
    where: { organizationId },
    select: { id: true },
  });
  return {
    ...{ organizationId, admin, owner, member, invited, robotId: robot.id },
    repositoryId: (await createRepository(database, { organizationId })).id,
    ids: [
      organizationId,
      (await createTeam(database, organizationId)).id,
      (await createInvitation(database, invitation)).id,
      ...memberIds.map(({ id }) => id),
    ],
  };
}

const all = await createAll();

async function stored() {
  const { organization, member, team, invitation, repository, accessToken, mail, user } = database;
  const tables = [organization, member, team, invitation, repository, accessToken, mail, user];
  return Promise.all(tables.map((table) => (table as typeof user).count()));
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
    expect(readSettings(productionEnv).organizations).toBe(false);
    expect(readSettings({ ...productionEnv, ORGANIZATIONS: 'true' }).organizations).toBe(true);
  });
});

it('has the same schema as with them', async () => {
  const served = await (await server.request('/api/graphql/schema.graphql')).text();
  expect(served).toBe(printContract(schema));
});

describe('what changes organizations', () => {
  it('is found in the schema', () => {
    expect(ofOrganizations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['createOrganization', 'leaveOrganization', 'updateMember', 'removeMember'],
        ...['inviteMembers', 'acceptInvitation', 'declineInvitation', 'removeTeamMember'],
        'createOrganizationServiceAccount',
      ]),
    );
    expect(ofOrganizations.map(({ name }) => name)).not.toContain('resendUserInvitation');
    expect(takingOne.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['createAccessToken', 'createRepositories', 'createRepository']),
    );
  });

  it.each(ofOrganizations)('$name is refused to everyone', async (mutation) => {
    const { admin, owner, member, invited } = all;
    const before = await stored();
    for (const by of [admin, owner, member, invited]) {
      for (const id of all.ids) {
        const { data, errors } = await send(by, mutation, id);
        expect(data).toEqual({ [mutation.name]: null });
        expect(errors).toMatchObject([{ message: disabled, extensions: { code: 'FORBIDDEN' } }]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  it.each(ofOrganizations)('$name is refused to access tokens', async (mutation) => {
    for (const by of [all.admin, all.owner]) {
      const { id, secret } = await createToken(by);
      const scopes = ['organization:read', 'organization:create', 'organization:update'];
      const data = { scopes: [...scopes, 'organization:list', 'organization:manage'] };
      await database.accessToken.update({ where: { id }, data });
      const { errors } = await send(program(server, secret), mutation, all.organizationId);
      expect(errors).toHaveLength(1);
      expect(['FORBIDDEN', 'ACCESS_TOKEN_REFUSED']).toContain(errors[0]?.extensions.code);
      await database.accessToken.delete({ where: { id } });
    }
  });

  it.each(takingOne)('$name is refused for an organization', async (mutation) => {
    const before = await stored();
    const { errors } = await send(all.admin, mutation, all.organizationId);
    expect(errors).toMatchObject([{ message: disabled, extensions: { code: 'FORBIDDEN' } }]);
    expect(errorCodes(await send(all.owner, mutation, all.organizationId))).toEqual(['FORBIDDEN']);
    expect(await stored()).toEqual(before);
  });

  it('has no endpoint', () => {
    expect(Object.keys(expectedEndpoints).length).toBeGreaterThan(20);
    expect(Object.keys(expectedEndpoints).filter(isAbout)).toEqual([]);
  });

  it('is a service account of one: it gets no access token', async () => {
    const { admin, robotId: id } = all;
    const read =
      'query ($id: ID!) { user(id: $id) { grantableScopes viewerCanCreateAccessToken } }';
    const { data } = await admin.send(read, { id });
    expect(data.user).toEqual({ grantableScopes: [], viewerCanCreateAccessToken: false });
    await expect(createToken(admin, { userId: id })).rejects.toThrow('NOT_FOUND');
  });
});

describe('what there is of organizations', () => {
  const rights = types.map((type) => {
    const names = fieldsOf(schema.getType(type)).map(({ name }) => name);
    const can = names.filter((name) => name.startsWith('viewerCan'));
    return `... on ${type} { __typename ${can.map((name) => `${type}_${name}: ${name}`).join(' ')} }`;
  });
  const nodes = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ${rights.join(' ')} } }`;
  const lists = `{
    viewer { invitations { totalCount nodes { id } } }
    repositories(first: 100) { totalCount nodes { id } }
    deletedRepositories(first: 100) { nodes { repositoryId } }
  }`;

  it('is read by managers, who cannot change it', async () => {
    const { data, errors } = await all.admin.send(nodes, { ids: all.ids });
    expect(errors).toEqual([]);
    for (const [index, { id, __typename, ...can }] of data.nodes.entries()) {
      expect(id).toBe(all.ids[index]);
      expect(Object.keys(can).length).toBeGreaterThan(0);
      expect(Object.values(can)).not.toContain(true);
    }
    const list =
      '{ organizations { nodes { id name members { totalCount } repositories { totalCount } } } }';
    const listed = await all.admin.send(list);
    expect(listed.errors).toEqual([]);
    expect(listed.data.organizations.nodes).toContainEqual({
      ...{ id: all.organizationId, name: 'Formerly' },
      ...{ members: { totalCount: 4 }, repositories: { totalCount: 1 } },
    });
  });

  it('is hidden from everyone else', async () => {
    for (const viewer of [all.owner, all.member, all.invited]) {
      const { data, errors } = await viewer.send(nodes, { ids: all.ids });
      expect(errors).toEqual([]);
      expect(data.nodes).toEqual(all.ids.map(() => null));
      const listed = await viewer.send(lists);
      expect(listed.data.viewer.invitations).toEqual({ totalCount: 0, nodes: [] });
      expect(listed.data.repositories.nodes).not.toContainEqual({ id: all.repositoryId });
      expect(listed.data.repositories.totalCount).toBe(listed.data.repositories.nodes.length);
      expect(errorCodes(listed)).toEqual(['FORBIDDEN']);
      for (const field of [
        ...['organizations { nodes { id } }', `organization(id: "${all.organizationId}") { id }`],
        'viewer { memberships { nodes { id } } }',
      ]) {
        const { errors: refused } = await viewer.send(`{ ${field} }`);
        expect(refused).toMatchObject([{ message: disabled, extensions: { code: 'FORBIDDEN' } }]);
      }
    }
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
    const scopes = ['ORGANIZATION_READ'];
    await expect(createToken(admin, { scopes })).rejects.toThrow('SCOPE_NOT_GRANTED');
    const shown = await admin.send('{ viewer { accessTokens { nodes { scopes } } } }');
    expect(shown.errors).toEqual([]);
    expect(shown.data.viewer.accessTokens.nodes).toEqual([{ scopes: ['REPOSITORY_READ'] }]);
  });

  it('changes repositories of organizations by a role of the installation only', async () => {
    const { admin, owner, repositoryId: id } = all;
    const read = 'query ($id: ID!) { repository(id: $id) { id } }';
    expect((await owner.send(read, { id })).data.repository).toBeNull();
    const update = { id, description: 'x' };
    expect(await mutate(owner, 'updateRepository', update)).toEqual(['FORBIDDEN']);
    expect((await admin.send(read, { id })).data.repository).toEqual({ id });
    expect(await mutate(admin, 'updateRepository', update)).toEqual([]);
  });

  it('reads events of organizations in the audit log as a manager only', async () => {
    const { admin, owner } = all;
    const common = { recordId: all.organizationId, actorId: admin.id };
    const [event, deleted] = [newId('AuditEvent'), newId('AuditEvent')];
    await database.auditEvent.createMany({
      data: [
        { ...common, id: event, kind: 'member_removed', userId: owner.id },
        { ...common, id: deleted, kind: 'repository_deleted', recordId: newId('Repository') },
      ],
    });
    const read = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = [event, deleted];
    expect((await admin.send(read, { ids })).data.nodes).toEqual([{ id: event }, { id: deleted }]);
    expect((await owner.send(read, { ids })).data.nodes).toEqual([null, null]);
    const headers = { cookie: admin.cookie };
    const file = await server.request('/api/export/audit-log.csv', { headers });
    const text = await file.text();
    expect(text).toContain(event);
    expect(text).toContain(deleted);
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
});

it('users are deleted at once, except the only owner of an organization', async () => {
  const admin = await server.as('admin');
  const [owner, other] = [await createUser(database), await createUser(database)];
  await createOrganization(database, { ownerId: owner.id });
  const ids = [owner.id, other.id];
  expect(await payloadOf(admin, 'deleteUsers', { ids }, 'deletedUserIds')).toEqual({
    deletedUserIds: [other.id],
    errors: [{ code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER', field: ['ids', '0'] }],
  });
  expect(server.lines.filter(({ msg }) => msg === unlistedCode)).toEqual([]);
});

it('the page of mails shows none of them', async () => {
  const page = await (await server.request('/dev/mails')).text();
  expect(page).toContain('Change email');
  expect(page).not.toMatch(/organi[sz]ation/i);
});
