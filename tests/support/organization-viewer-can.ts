/** Records and rows of organizations, for the test of every `viewerCan…` field. */
import type { Database } from '#server/database/client.ts';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
} from './factories.ts';
import type { ViewerCanRow, ViewerKind } from './viewer-kind.ts';

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

const input = (fields: string) => `input: { ${fields} }`;

export const organizationRows: ViewerCanRow[] = [
  ...(
    [
      ['viewerCanUpdate', 'updateOrganization', 'id: $id, name: $name'],
      ['viewerCanDelete', 'deleteOrganization', 'id: $id'],
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
  ...(['invitation', 'invitationOfOwner', 'ownInvitation'] as const).flatMap(
    (of): ViewerCanRow[] => [
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
    ],
  ),
];
