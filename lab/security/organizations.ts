import type { GraphqlReply } from '#lab/support/http-client.ts';
import { type Context, newAddress, type Scenario } from './context.ts';
import {
  contentsOf,
  createTenant,
  join,
  mutate,
  newSlug,
  type Tenant,
} from './organization-steps.ts';
import { errorCodes } from './users.ts';

type Ids = Pick<Tenant, 'organization' | 'member' | 'team' | 'invitation' | 'repository' | 'slug'>;

const unknown: Ids = {
  organization: 'org_01h455vb4pex5vsknk084sn02q',
  member: 'mbr_01h455vb4pex5vsknk084sn02q',
  team: 'team_01h455vb4pex5vsknk084sn02q',
  invitation: 'inv_01h455vb4pex5vsknk084sn02q',
  repository: 'repo_01h455vb4pex5vsknk084sn02q',
  slug: 'nothing-of-that-name',
};

const mutations: Record<string, ((theirs: Ids, own: Ids) => object)[]> = {
  updateOrganization: [({ organization: id }) => ({ id, name: 'Taken over' })],
  deleteOrganization: [({ organization: id }) => ({ id })],
  leaveOrganization: [({ organization: id }) => ({ id })],
  updateMember: [({ member: id }) => ({ id, role: 'ADMIN' })],
  removeMember: [({ member: id }) => ({ id })],
  inviteMembers: [
    ({ organization: organizationId }) => ({
      organizationId,
      emails: ['x@a.example'],
      role: 'ADMIN',
    }),
    ({ team: teamId }, { organization: organizationId }) => ({
      ...{ organizationId, emails: ['x@a.example'], role: 'ADMIN', teamId },
    }),
    ({ organization: organizationId }, { team: teamId }) => ({
      ...{ organizationId, emails: ['x@a.example'], role: 'ADMIN', teamId },
    }),
  ],
  resendInvitation: [({ invitation: id }) => ({ id })],
  cancelInvitation: [({ invitation: id }) => ({ id })],
  createTeam: [({ organization: organizationId }) => ({ organizationId, name: 'Ours' })],
  updateTeam: [({ team: id }) => ({ id, name: 'Ours' })],
  deleteTeam: [({ team: id }) => ({ id })],
  addTeamMember: [
    ({ team: teamId, member: memberId }) => ({ teamId, memberId }),
    ({ team: teamId }, { member: memberId }) => ({ teamId, memberId }),
    ({ member: memberId }, { team: teamId }) => ({ teamId, memberId }),
  ],
  removeTeamMember: [
    ({ team: teamId, member: memberId }) => ({ teamId, memberId }),
    ({ team: teamId }, { member: memberId }) => ({ teamId, memberId }),
    ({ member: memberId }, { team: teamId }) => ({ teamId, memberId }),
  ],
  createRepository: [
    ({ organization: organizationId }) => ({ organizationId, name: 'Ours', link: 'a.example' }),
  ],
  updateRepository: [({ repository: id }) => ({ id, name: 'Ours' })],
  deleteRepositories: [({ repository }) => ({ ids: [repository] })],
  restoreRepositories: [({ repository }) => ({ ids: [repository] })],
};

const reads: Record<string, string> = {
  organization: 'query ($id: ID!) { organization(id: $id) { id } }',
  slug: 'query ($id: String!) { organizationBySlug(slug: $id) { id } }',
  repository: `query ($id: ID!) { repository(id: $id) { id } repositories(filter: { ids: [$id] }) {
    nodes { id } totalCount totalCountUpTo { count } } }`,
};
const nodes = 'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }';

const comparable = ({ data, codes, status }: GraphqlReply, ids: Ids) =>
  Object.values(ids).reduce(
    (text, id) => text.replaceAll(id, ''),
    JSON.stringify({ data, codes, status }),
  );

const tenants: Scenario = {
  row: 12,
  title: 'records of other organizations, in each argument and pair of arguments',
  async run(target, check) {
    const [theirs, own] = await Promise.all([createTenant(target), createTenant(target)]);
    const { client } = own.owner;
    const before = [await contentsOf(theirs), await contentsOf(own)];
    for (const [name, inputs] of Object.entries(mutations)) {
      for (const [index, inputOf] of inputs.entries()) {
        const [foreign, nothing] = [
          await mutate(client, name, inputOf(theirs, own)),
          await mutate(client, name, inputOf(unknown, own)),
        ];
        const what = `${name} ${index}`;
        check(`${what}: refused`, errorCodes(foreign).length > 0, foreign);
        const isSame = comparable(foreign, theirs) === comparable(nothing, unknown);
        check(`${what}: as if it did not exist`, isSame, [foreign, nothing]);
      }
    }
    for (const [kind, id] of Object.entries(theirs)) {
      if (typeof id !== 'string') continue;
      const place = kind as keyof Ids;
      for (const document of [nodes, reads[kind]].filter((each) => each !== undefined)) {
        const [foreign, nothing] = [
          await client.graphql(document, { id }),
          await client.graphql(document, { id: unknown[place] }),
        ];
        const isSame = comparable(foreign, theirs) === comparable(nothing, unknown);
        check(`reading ${kind}: as if it did not exist`, isSame, [foreign, nothing]);
      }
    }
    const after = [await contentsOf(theirs), await contentsOf(own)];
    check('and nothing has changed', JSON.stringify(after) === JSON.stringify(before), after);
  },
};

/** Values that aren't roles, though some look or read like one. */
const oddRoles = [
  ...['OWNER,ADMIN', 'owner', 'Owner', ' OWNER', 'OWNER ', 'OWNER\u0000', '', 'MANAGER', 'USER'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', '[]', 'OWNER;'],
  // Cyrillic, fullwidth, and with a zero-width space.
  ...['\u041eWNER', 'OWN\u0415R', '\uff2fWNER', 'OWNER\u200b', 'ADM\u0130N'],
  ...[0, 1, true, [], ['OWNER'], ['OWNER', 'ADMIN'], {}, { OWNER: true }],
];

const extraFields = [
  ...['userId', 'ownerId', 'memberCount', 'inviterId', 'state', 'expiresAt', 'createdAt'],
  ...['viewerRole', 'email', 'banned', '__proto__', 'constructor'],
];

const roles: Scenario = {
  row: 13,
  title: 'odd roles and extra fields, in each mutation of organizations',
  async run(target, check) {
    const own = await createTenant(target);
    const { client } = own.owner;
    const person = await join(target, client, own.organization);
    const before = await contentsOf(own);
    const isRefused = (reply: GraphqlReply) => reply.codes.join() === 'BAD_REQUEST';
    const list = `query ($id: ID!, $role: OrganizationRole) {
      organization(id: $id) { members(role: $role) { totalCount } } }`;
    for (const role of oddRoles) {
      const text = JSON.stringify(role);
      const invited = { organizationId: own.organization, emails: [newAddress()], role };
      const reply = await mutate(client, 'inviteMembers', invited);
      check(`inviting as ${text}: refused`, isRefused(reply), reply);
      const updated = await mutate(client, 'updateMember', { id: person.memberId, role });
      check(`the role ${text}: refused`, isRefused(updated), updated);
      const listed = await client.graphql(list, { id: own.organization, role });
      check(`members who are ${text}: refused`, isRefused(listed), listed);
    }
    await extra(target, own, check);
    check('and nothing has changed', (await contentsOf(own)) === before);
    const { data } = await person.client.graphql('{ viewer { permissions user { role } } }');
    check('nor has their role', data?.viewer?.user?.role === 'USER', data);
  },
};

async function extra(target: Context, own: Tenant, check: Parameters<Scenario['run']>[1]) {
  const { client } = own.owner;
  const { data } = await target.adminClient.graphql(
    '{ __schema { types { name inputFields { name } } } }',
  );
  const types: { name: string; inputFields: { name: string }[] | null }[] = data.__schema.types;
  const named = { ...own, slug: newSlug() };
  for (const [name, [inputOf]] of Object.entries(mutations)) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const known = types.find((each) => each.name === type)?.inputFields ?? [];
    check(`${type} has fields`, known.length > 0);
    const names = known.map((each) => each.name);
    for (const field of extraFields.filter((each) => !names.includes(each))) {
      // JSON.stringify would omit `__proto__`.
      const input = JSON.stringify(inputOf?.(named, named)).replace('{', `{"${field}":"OWNER",`);
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`;
      const body = `{"query":${JSON.stringify(query)},"variables":{"input":${input}}}`;
      const { json } = await client.post('/api/graphql', body);
      const isRefused = json?.errors?.[0]?.extensions?.code === 'BAD_REQUEST';
      check(`${name} with ${field}: refused`, isRefused, json);
    }
  }
}

export const organizationScenarios = [tenants, roles];
