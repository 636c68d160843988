/** Records and rows of organizations, for the test of every `viewerCan…` field. */
import type { Database } from '#server/database/client.ts';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
} from './factories.ts';
import { rowsOf, type ViewerCanRow, type ViewerKind } from './viewer-kind.ts';

type Person = ViewerKind['person'];

export async function createOrganizationRecords(
  database: Database,
  { organizationRole: role }: ViewerKind,
  { person, other, of }: { person: Person; other: { id: string }; of: string },
) {
  const host = await createUser(database);
  const isAlone = role === 'owner' && /^onlyOwner/.test(of);
  const { id: organizationId } = await createOrganization(database, {
    ...(isAlone && { ownerId: person.id }),
    members: { [other.id]: 'member', ...(role && { [person.id]: role }) },
  });
  const inviterId = host.id;
  const { id: otherOrganizationId } = await createOrganization(database, { ownerId: host.id });
  const invited = { organizationId: otherOrganizationId, inviterId, email: person.email };
  const findMember = { organizationId, userId: other.id };
  const findOwner = { organizationId, role: 'owner' } as const;
  const { id: team } = await createTeam(database, organizationId);
  if (of !== 'onlyTeam') await createTeam(database, organizationId);
  return {
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
    organizationRepository: (await createRepository(database, { organizationId })).id,
  };
}

const invitations = ['invitation', 'invitationOfOwner', 'ownInvitation'];
const members = ['member', 'onlyOwner'];
const people = 'organizationId: $id, emails: [$email], role: MEMBER';
const repository = 'organizationId: $id, name: $name, link: "git.example.com"';

export const organizationRows: ViewerCanRow[] = [
  ...[
    ['viewerCanUpdate', 'updateOrganization(id: $id, name: $name)'],
    ['viewerCanDelete', 'deleteOrganization(id: $id)'],
    ['viewerCanLeave', 'leaveOrganization(id: $id)'],
    ['viewerCanInvite', `inviteMembers(${people})`],
    ['viewerCanCreateTeam', 'createTeam(organizationId: $id, name: $name)'],
    ['viewerCanCreateRepository', `createRepository(${repository})`],
  ].flatMap(([field, what = '']) => rowsOf(`Organization.${field}`, ['organization'], what)),
  ...rowsOf('Organization.viewerCanLeave', ['onlyOwnerOf'], 'leaveOrganization(id: $id)'),
  ...rowsOf('Member.viewerCanUpdate', members, 'updateMember(id: $id, role: ADMIN)'),
  ...rowsOf('Member.viewerCanRemove', members, 'removeMember(id: $id)'),
  ...rowsOf('Team.viewerCanUpdate', ['team'], 'updateTeam(id: $id, name: $name)'),
  ...rowsOf('Team.viewerCanDelete', ['team', 'onlyTeam'], 'deleteTeam(id: $id)'),
  ...rowsOf('Invitation.viewerCanAccept', invitations, 'acceptInvitation(id: $id)'),
  ...rowsOf('Invitation.viewerCanCancel', invitations, 'cancelInvitation(id: $id)'),
  ...rowsOf('Invitation.viewerCanResend', invitations, 'resendInvitation(id: $id)'),
];
