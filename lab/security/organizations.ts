import type { GraphqlReply } from '#lab/support/http-client.ts';
import type { Scenario } from './context.ts';
import { contentsOf, createTenant, mutate, type Tenant } from './organization-steps.ts';
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

export const organizationScenarios = [tenants];
