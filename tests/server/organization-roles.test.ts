/** Permissions of each organization role and of its tokens, compared with a table written by hand. */
import { describe, expect, it } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const roles = ['owner', 'admin', 'member', 'outsider', 'manager'] as const;
type Role = (typeof roles)[number];

const people = {
  owner: await server.as('user'),
  admin: await server.as('user'),
  member: await server.as('user'),
  outsider: await server.as('user'),
  manager: await server.as('admin'),
};

type Row = {
  call: string;
  may: readonly Role[];
  refusal: string;
  /** Not with an access token, which never makes its owner's rights permanent. */
  isRefusedToTokens?: true | 'whatever their scopes';
};

const leaders = ['owner', 'admin', 'manager'] as const;
const owners = ['owner', 'manager'] as const;

async function createVariables() {
  const [plain, second, guest] = await Promise.all([1, 2, 3].map(() => createUser(database)));
  const { id: organizationId } = await createOrganization(database, {
    ownerId: people.owner.id,
    members: {
      ...{ [people.admin.id]: 'admin', [people.member.id]: 'member' },
      ...{ [plain?.id ?? '']: 'member', [second?.id ?? '']: 'owner' },
    },
  });
  const memberOf = async (userId = '') =>
    (await database.member.findFirstOrThrow({ where: { organizationId, userId } })).id;
  const { id: teamId } = await createTeam(database, organizationId);
  await createTeam(database, organizationId);
  const memberId = await memberOf(plain?.id);
  const invited = { organizationId, inviterId: people.owner.id };
  return {
    organizationId,
    teamId,
    memberId,
    ownerMemberId: await memberOf(second?.id),
    invitationId: (await createInvitation(database, invited)).id,
    repositoryId: (await createRepository(database, { organizationId })).id,
    email: guest?.email.replace('person', 'guest'),
    name: unique('named'),
  };
}

const mutations: Record<string, Row> = {
  'updates it': {
    call: 'updateOrganization(input: { id: $organizationId, name: $name })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  },
  'deletes it': {
    call: 'deleteOrganization(input: { id: $organizationId })',
    may: owners,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  },
  'makes a member an admin': {
    call: 'updateMember(input: { id: $memberId, role: ADMIN })',
    isRefusedToTokens: true,
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  },
  'makes a member an owner': {
    call: 'updateMember(input: { id: $memberId, role: OWNER })',
    isRefusedToTokens: true,
    may: owners,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  },
  'makes an owner a member': {
    call: 'updateMember(input: { id: $ownerMemberId, role: MEMBER })',
    may: owners,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  },
  'removes a member': {
    call: 'removeMember(input: { id: $memberId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  },
  'removes an owner': {
    call: 'removeMember(input: { id: $ownerMemberId })',
    may: owners,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  },
  'invites an admin': {
    call: 'inviteMembers(input: { organizationId: $organizationId, emails: [$email], role: ADMIN })',
    isRefusedToTokens: true,
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  },
  'invites a member': {
    call: 'inviteMembers(input: { organizationId: $organizationId, emails: [$email], role: MEMBER, teamId: $teamId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  },
  'sends an invitation again': {
    call: 'resendInvitation(input: { id: $invitationId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  },
  'cancels an invitation': {
    call: 'cancelInvitation(input: { id: $invitationId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  },
  'creates a team': {
    call: 'createTeam(input: { organizationId: $organizationId, name: $name })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  },
  'updates a team': {
    call: 'updateTeam(input: { id: $teamId, name: $name })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  },
  'deletes a team': {
    call: 'deleteTeam(input: { id: $teamId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
  },
  'adds a member to a team': {
    call: 'addTeamMember(input: { teamId: $teamId, memberId: $memberId })',
    may: leaders,
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  },
  'creates a service account of it': {
    call: 'createOrganizationServiceAccount(input: { organizationId: $organizationId, name: $name, role: MEMBER })',
    isRefusedToTokens: 'whatever their scopes',
    may: leaders,
    refusal: 'FORBIDDEN',
  },
  'creates a repository of it': {
    call: 'createRepository(input: { name: $name, link: "a.example", organizationId: $organizationId })',
    may: leaders,
    refusal: 'FORBIDDEN',
  },
  'creates repositories of it, as a CSV import does': {
    call: 'createRepositories(input: { repositories: [{ name: $name, link: "a.example" }], organizationId: $organizationId })',
    may: leaders,
    refusal: 'FORBIDDEN',
  },
  'updates a repository of it': {
    call: 'updateRepository(input: { id: $repositoryId, name: $name })',
    may: leaders,
    refusal: 'FORBIDDEN',
  },
  'deletes a repository of it': {
    call: 'deleteRepositories(input: { ids: [$repositoryId] })',
    may: leaders,
    refusal: 'FORBIDDEN',
  },
};

function declare(call: string): string {
  const names = [...new Set([...call.matchAll(/\$(\w+)/g)].map(([, name = '']) => name))];
  return names.map((name) => `$${name}: ${name.endsWith('Id') ? 'ID' : 'String'}!`).join(', ');
}

async function codesOf(call: string, by: Pick<TestUser, 'send'>, variables: object) {
  const document = `mutation (${declare(call)}) { result: ${call} { errors { code } } }`;
  const answer = await by.send(document, variables as Record<string, unknown>);
  const inPayload = (answer.data.result?.errors ?? []) as { code: string }[];
  return [...errorCodes(answer), ...inPayload.map(({ code }) => code)];
}

describe.each(roles)('the %s of an organization', (role) => {
  const ask = async (call: string) => codesOf(call, people[role], await createVariables());

  const cells = Object.entries(mutations).map(([what, row]) => ({
    what: `${row.may.includes(role) ? 'may' : 'may not'}: ${what}`,
    ...row,
  }));

  it.each(cells)('$what', async ({ call, may, refusal }) => {
    const codes = await ask(call);
    if (may.includes(role)) expect(codes).toEqual([]);
    // A refusal must not reveal that the organization exists.
    else if (role === 'outsider')
      expect(codes).toEqual([call.includes('epositor') ? 'FORBIDDEN' : 'NOT_FOUND']);
    else expect(codes).toEqual([refusal]);
  });

  it('reads what their role permits', async () => {
    const variables = await createVariables();
    const { data, errors } = await people[role].send(
      `query ($organizationId: ID!, $memberId: ID!, $teamId: ID!, $invitationId: ID!, $repositoryId: ID!) {
        organization(id: $organizationId) { viewerPermissions members { nodes { email } totalCount } teams { nodes { id } } repositories { nodes { id } totalCount } }
        member: node(id: $memberId) { id } team: node(id: $teamId) { id }
        invitation: node(id: $invitationId) { id } node: node(id: $repositoryId) { id }
        nodes(ids: [$memberId, $teamId, $invitationId, $repositoryId]) { id }
        repository(id: $repositoryId) { organization { id } }
        repositories(filter: { ids: [$repositoryId] }) { nodes { id } totalCount }
      }`,
      variables,
    );
    expect(errors).toEqual([]);
    const { organizationId, memberId, teamId, invitationId, repositoryId } = variables;
    const sees = role !== 'outsider';
    const manages = sees && role !== 'member';
    const seen = (id: string, may = sees) => (may ? { id } : null);
    expect(data).toMatchObject({
      member: seen(memberId),
      team: seen(teamId),
      invitation: seen(invitationId, manages),
      node: seen(repositoryId),
      nodes: [seen(memberId), seen(teamId), seen(invitationId, manages), seen(repositoryId)],
      repository: sees ? { organization: { id: organizationId } } : null,
      repositories: { nodes: sees ? [{ id: repositoryId }] : [], totalCount: sees ? 1 : 0 },
    });
    if (!sees) return expect(data.organization).toBeNull();
    expect(data.organization.repositories).toEqual({
      nodes: [{ id: repositoryId }],
      totalCount: 1,
    });
    const forRepositories = data.organization.viewerPermissions.filter((permission: string) =>
      permission.startsWith('REPOSITORY_'),
    );
    expect(forRepositories).toEqual(
      manages ? ['REPOSITORY_CREATE', 'REPOSITORY_UPDATE', 'REPOSITORY_DELETE'] : [],
    );
    expect(data.organization.teams.nodes).toContainEqual({ id: teamId });
    expect(data.organization.members.totalCount).toBe(5);
    const emails = data.organization.members.nodes.filter(
      ({ email }: { email: string | null }) => email,
    );
    expect(emails).toHaveLength(manages ? 5 : 1);
  });
});

describe('a record of another organization', async () => {
  const { id: otherId } = await createOrganization(database, {
    ownerId: (await createUser(database)).id,
  });
  const { id: theirMember } = await database.member.findFirstOrThrow({
    where: { organizationId: otherId },
  });
  const { id: theirTeam } = await createTeam(database, otherId);
  const theirs = { memberId: theirMember, teamId: theirTeam, organizationId: otherId };
  const calls = {
    addTeamMember: 'addTeamMember(input: { teamId: $teamId, memberId: $memberId })',
    removeTeamMember: 'removeTeamMember(input: { teamId: $teamId, memberId: $memberId })',
    inviteMembers:
      'inviteMembers(input: { organizationId: $organizationId, emails: ["a@b.co"], role: MEMBER, teamId: $teamId })',
  };
  const cells = Object.entries(calls).flatMap(([name, call]) =>
    Object.entries(theirs)
      .filter(([key]) => call.includes(key))
      .map(([key, id]) => ({ name, call, key, foreign: { [key]: id } })),
  );

  it.each(cells)('is not found as $key of $name, beside own ones', async ({ call, foreign }) => {
    const variables = { ...(await createVariables()), ...foreign };
    expect(await codesOf(call, people.owner, variables)).toEqual(['NOT_FOUND']);
  });
});

describe.each(['owner', 'admin', 'member'] as const)('a limited token of the %s', (role) => {
  const person = people[role];
  let token: { id: string; secret: string } | undefined;

  async function ask(
    call: string,
    organizationId: string,
    scopes: readonly string[],
    variables: object,
  ) {
    // Deleting an organization also deletes its tokens.
    const where = { id: token?.id ?? '' };
    const data = { organizationId, scopes: [...scopes] };
    const { count } = await database.accessToken.updateMany({ where, data });
    if (count === 0) {
      token = await createToken(person);
      await database.accessToken.update({ where: { id: token.id }, data });
    }
    return codesOf(call, program(server, token?.secret ?? ''), variables);
  }

  it.each(Object.entries(mutations))(
    '%s as its owner may, with the scopes, there only',
    async (_what, row) => {
      const { call, may, refusal, isRefusedToTokens } = row;
      const needed = call.includes('epositor')
        ? ['repository:create', 'repository:update', 'repository:delete']
        : ['organization:update'];
      const others = permissions.filter((permission) => !needed.includes(permission));
      const variables = await createVariables();
      const { id: elsewhere } = await createOrganization(database, { ownerId: person.id });
      expect(await ask(call, elsewhere, permissions, variables)).toEqual([
        isRefusedToTokens ? 'ACCESS_TOKEN_REFUSED' : 'NOT_FOUND',
      ]);
      const { organizationId } = variables;
      expect(await ask(call, organizationId, others, variables)).toEqual([
        isRefusedToTokens === 'whatever their scopes' ? 'ACCESS_TOKEN_REFUSED' : 'FORBIDDEN',
      ]);
      const permitted = may.includes(role) ? [] : [refusal];
      const expected = isRefusedToTokens ? ['ACCESS_TOKEN_REFUSED'] : permitted;
      expect(await ask(call, organizationId, permissions, variables)).toEqual(expected);
    },
  );
});
