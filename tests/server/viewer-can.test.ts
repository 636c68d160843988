/** Compares every `viewerCan…` field with the outcome of its mutation, for each kind of viewer. */
import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import {
  accessTokenKinds,
  accessTokenRows,
  createAccessTokens,
} from '#tests/support/access-token-kinds.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  camelCase,
  createInvitation,
  createOrganization,
  createPasskey,
  createRecord,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';
import type { ViewerKind } from '#tests/support/viewer-kind.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const { database } = server;

const owner = await server.as('user');
const member = await server.as('user');
const manager = await server.as('admin');
const impersonated = await server.impersonate();
const serviceAccount = await createUser(database, { role: 'admin', isServiceAccount: true });

const kinds: Record<string, ViewerKind> = {
  'an owner who is signed in': { person: owner, role: 'owner', cookie: owner.cookie },
  'a member who is signed in': { person: member, role: 'member', cookie: member.cookie },
  'an outsider who is signed in': { person: member, cookie: member.cookie },
  'a manager who is signed in': { person: manager, cookie: manager.cookie, seesUsers: true },
  'a manager who impersonates an owner': {
    ...{ person: impersonated, role: 'owner', cookie: impersonated.cookie },
  },
  ...accessTokenKinds({ server, owner, member, manager, robot: serviceAccount }),
};

async function createInvitedUser() {
  const { id } = await createUser(database, { name: '', onboardedAt: null });
  await database.user.update({ where: { id }, data: { emailVerified: false } });
  return id;
}

async function createRecords(kind: ViewerKind, of?: string) {
  const { role } = kind;
  const [other, host] = [await createUser(database), await createUser(database)];
  const person = (await kind.createPerson?.(database)) ?? kind.person;
  const isAlone = role === 'owner' && /^onlyOwner/.test(of ?? '');
  const { id: organizationId } = await createOrganization(database, {
    ...(isAlone && { ownerId: person.id }),
    members: { [other.id]: 'member', ...(role && { [person.id]: role }) },
  });
  const inviterId = host.id;
  const { id: otherOrganizationId } = await createOrganization(database, { ownerId: host.id });
  const invited = { organizationId: otherOrganizationId, inviterId, email: person.email };
  const connected = await kind.connect?.(person.id, organizationId);
  const findMember = { organizationId, userId: other.id };
  const findOwner = { organizationId, role: 'owner' } as const;
  const { id: team } = await createTeam(database, organizationId);
  if (of !== 'onlyTeam') await createTeam(database, organizationId);
  return {
    send: connected?.send ?? server.sendAs(kind.cookie),
    ids: {
      organization: organizationId,
      onlyOwnerOf: organizationId,
      member: (await database.member.findFirstOrThrow({ where: findMember })).id,
      onlyOwner: (await database.member.findFirstOrThrow({ where: findOwner })).id,
      ...{ team, onlyTeam: team },
      invitation: (await createInvitation(database, { organizationId, inviterId })).id,
      invitationOfOwner: (
        await createInvitation(database, { organizationId, inviterId, role: 'owner' })
      ).id,
      ownInvitation: (await createInvitation(database, invited)).id,
      repository: (await createRepository(database)).id,
      theirRepository: (await createRepository(database, { organizationId })).id,
      user: other.id,
      passkey: (await createPasskey(database, other.id)).id,
      self: person.id,
      invitedUser: await createInvitedUser(),
      manager: (await createUser(database, { role: 'admin' })).id,
      serviceAccount: (await createUser(database, { isServiceAccount: true, onboardedAt: null }))
        .id,
      ...(await createAccessTokens(database, { person, other, used: connected?.id })),
    },
  };
}

type Ids = Awaited<ReturnType<typeof createRecords>>['ids'];
/** `of` is a record of `createRecords`, or the type of an entity with `newRecord`. */
type Call = string | ((id: string, cookie: string) => Promise<boolean>);
type Row = { field: string; of: string; call: Call };

const input = (fields: string) => `input: { ${fields} }`;
/** Only viewers who see users by ID are tested with every kind of user. */
const otherUsers: readonly string[] = ['invitedUser', 'manager', 'serviceAccount'];

async function startsImpersonation(id: string, cookie: string): Promise<boolean> {
  const { status } = await server.post('/api/auth/admin/impersonate-user', { userId: id }, cookie);
  return status === 200;
}

function userRows(of: string): Row[] {
  const calls: [field: string, call: Call][] = [
    ['viewerCanUpdate', `updateUser(${input('id: $id, name: "Somebody"')})`],
    ['viewerCanUpdateEmail', `updateUser(${input('id: $id, email: $email')})`],
    ['viewerCanSetRole', `updateUser(${input('id: $id, role: $otherRole')})`],
    ['viewerCanBan', `banUser(${input('id: $id, banReason: "Spam"')})`],
    ['viewerCanDelete', `deleteUser(${input('id: $id')})`],
    ['viewerCanResendInvitation', `resendUserInvitation(${input('id: $id')})`],
    [
      'viewerCanCreateAccessToken',
      `createAccessToken(${input('userId: $id, name: "CI", expiresInDays: 30, scopes: [REPOSITORY_READ]')})`,
    ],
    ['viewerCanImpersonate', startsImpersonation],
    ['viewerCanResetPasskeys', `resetPasskeys(${input('id: $id')})`],
  ];
  if (of !== 'self')
    calls.push(['viewerCanRevokeSessions', `revokeUserSessions(${input('id: $id')})`]);
  return calls.map(([field, call]) => ({ field: `User.${field}`, of, call }));
}

const rows: Row[] = [
  ...(['user', 'self', ...otherUsers] as const).flatMap(userRows),
  ...accessTokenRows,
  ...(['repository', 'theirRepository'] as const).flatMap((of) => [
    {
      ...{ field: 'Repository.viewerCanUpdate', of },
      call: `updateRepository(${input('id: $id, name: $name')})`,
    },
    {
      ...{ field: 'Repository.viewerCanDelete', of },
      call: `deleteRepository(${input('id: $id')})`,
    },
  ]),
  ...(
    [
      ['viewerCanUpdate', 'updateOrganization', 'id: $id, name: $name'],
      ['viewerCanDelete', 'deleteOrganization', 'id: $id'],
      [
        ...['viewerCanUpdatePasskeyRequirement', 'updateOrganizationPasskeyRequirement'],
        'id: $id, requiresPasskey: false',
      ],
      ['viewerCanLeave', 'leaveOrganization', 'id: $id'],
      ['viewerCanInvite', 'inviteMembers', 'organizationId: $id, emails: [$email], role: MEMBER'],
      ['viewerCanCreateTeam', 'createTeam', 'organizationId: $id, name: $name'],
      [
        ...['viewerCanCreateRepository', 'createRepository'],
        'organizationId: $id, name: $name, link: "git.example.com"',
      ],
    ] as const
  ).map(([field = '', name = '', fields = '']) => ({
    field: `Organization.${field}`,
    of: 'organization' as const,
    call: `${name}(${input(fields)})`,
  })),
  {
    ...{ field: 'Organization.viewerCanLeave', of: 'onlyOwnerOf' },
    call: `leaveOrganization(${input('id: $id')})`,
  },
  ...(['member', 'onlyOwner'] as const).flatMap((of) => [
    {
      ...{ field: 'Member.viewerCanUpdate', of },
      call: `updateMember(${input('id: $id, role: ADMIN')})`,
    },
    {
      ...{ field: 'Member.viewerCanRemove', of },
      call: `removeMember(${input('id: $id')})`,
    },
  ]),
  {
    ...{ field: 'Team.viewerCanUpdate', of: 'team' },
    call: `updateTeam(${input('id: $id, name: $name')})`,
  },
  ...(['team', 'onlyTeam'] as const).map((of) => ({
    ...{ field: 'Team.viewerCanDelete', of },
    call: `deleteTeam(${input('id: $id')})`,
  })),
  ...(['invitation', 'invitationOfOwner', 'ownInvitation'] as const).flatMap((of): Row[] => [
    {
      ...{ field: 'Invitation.viewerCanAccept', of },
      call: `acceptInvitation(${input('id: $id')})`,
    },
    {
      ...{ field: 'Invitation.viewerCanCancel', of },
      call: `cancelInvitation(${input('id: $id')})`,
    },
    {
      ...{ field: 'Invitation.viewerCanResend', of },
      call: `resendInvitation(${input('id: $id')})`,
    },
  ]),
];

const types = { id: 'ID', name: 'String', email: 'String', otherRole: 'Role' };

async function works(kind: ViewerKind, { call }: Row, id: string, send: TestUser['send']) {
  if (typeof call !== 'string') return call(id, kind.cookie ?? '');
  const user = await database.user.findUnique({ where: { id } });
  const variables = {
    ...{ id, name: unique('named'), email: `${unique('moved')}@example.com` },
    otherRole: user?.role === 'admin' ? 'USER' : 'ADMIN',
  };
  const used = Object.entries(types).filter(([name]) => call.includes(`$${name}`));
  const declared = used.map(([name, type]) => `$${name}: ${type}!`).join(', ');
  const document = `mutation (${declared}) { result: ${call} { errors { code } } }`;
  const { data, errors } = await send(document, variables);
  return errors.length === 0 && data.result.errors.length === 0;
}

/** `viewerCanUpdate` of an entity without rows above tells the truth about `updateX` in its `rootFields`. */
for (const { type, recordFields, rootFields = {} } of expectedEntities) {
  for (const name of Object.keys(recordFields)) {
    const field = `${type}.${name}`;
    if (!name.startsWith('viewerCan') || rows.some((row) => row.field === field)) continue;
    const verb = camelCase(name.slice('viewerCan'.length));
    const { document = '' } = rootFields[`${verb}${type}`] ?? {};
    const [, call] = /\) \{ (.*) \{ errors \{ code \} \} \}$/.exec(document) ?? [];
    if (call) rows.push({ field, of: type, call: call.replace(`$${camelCase(type)}Id`, '$id') });
  }
}

async function recordOf(ids: Ids, of: string): Promise<string> {
  const entity = expectedEntities.find(({ type }) => type === of);
  const id = entity && (await createRecord(database, entity));
  return id ?? ids[of as keyof Ids];
}

const said = new Map<string, Set<boolean>>(rows.map(({ field }) => [field, new Set()]));

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  const seen = rows.filter(({ of }) => kind.seesUsers || !otherUsers.includes(of));
  it.each(seen)('is told the truth by $field of $of', async (row) => {
    const { send, ids } = await createRecords(kind, row.of);
    const id = await recordOf(ids, row.of);
    const [type = '', field = ''] = row.field.split('.');
    const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${field} } } }`;
    const { data } = await send(document, { id });
    const can = data.node?.[field] === true;
    said.get(row.field)?.add(can);
    expect(await works(kind, row, id, send)).toBe(can);
  });
});

/** Not a record with an ID: passkey-requirement.test.ts. */
const ofOthers: string[] = ['OrganizationRequiringPasskey.viewerCanLeave'];

it('walks every field viewerCan… of the API', () => {
  const text = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const fields = Object.values(buildSchema(text).getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.keys(type.getFields())
          .filter((name) => name.startsWith('viewerCan'))
          .map((name) => `${type.name}.${name}`)
      : [],
  );
  const walked = [...rows.map(({ field }) => field), ...ofOthers];
  const lacking = fields.filter((field) => !walked.includes(field));
  const where =
    'need their mutation in `rootFields` of tests/entities/<entity>.ts, or a row of this test';
  expect(lacking, where).toEqual([]);
  expect(walked.filter((field) => !fields.includes(field))).toEqual([]);
});

afterAll(() => {
  for (const [field, answers] of said) expect([field, answers.size]).toEqual([field, 2]);
});
