import { Pencil, UserRoundMinus, UserRoundPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import type { MemberRowFragment } from '#client/features/member/members.generated.ts';
import { PersonRow } from '#client/features/member/person-row.tsx';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { runMutation } from '#client/graphql/run-mutation.ts';
import { useList } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { createKey } from '#client/lib/shortcuts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { Breadcrumb, DangerZone, PageHeader } from '#client/ui/page/page.tsx';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { TeamDialog, useDeleteTeam } from './team-dialog.tsx';
import {
  AddTeamMemberDocument,
  RemoveTeamMemberDocument,
  TeamDocument,
  TeamMembersDocument,
  type TeamRowFragment,
} from './teams.generated.ts';

export function TeamPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: TeamDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={({ node }) => (node?.__typename === 'Team' ? node : null)}>
      {(team) => <TeamDetail key={team.id} team={team} />}
    </EntityBoundary>
  );
}

function TeamDetail({ team }: { team: TeamRowFragment }) {
  const { id, name, memberCount, viewerCanUpdate, viewerCanDelete } = team;
  const organization = useOrganization();
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const deleteTeam = useDeleteTeam();
  const [isRenaming, setIsRenaming] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const members = useList(TeamMembersDocument, { id }, ({ node }) =>
    node?.__typename === 'Team' ? node.members : null,
  );
  const isEmpty = members.connection?.nodes.length === 0;
  usePageTitle(`${name} · ${organization.name}`);
  const teams = organizationPaths.teams(organization.slug);

  async function remove() {
    if (await deleteTeam({ id, name })) await navigate(teams);
  }

  const addButton = viewerCanUpdate && (
    <Button look="primary" aria-keyshortcuts={createKey} onClick={() => setIsAdding(true)}>
      <UserRoundPlus />
      {t('team.add')}
    </Button>
  );
  return (
    <>
      <Breadcrumb parent={{ to: teams, label: t('nav.teams') }} />
      <PageHeader
        title={name}
        subtitle={t('list.members', { count: memberCount, total: formatNumber(memberCount) })}
        actions={
          viewerCanUpdate && (
            <>
              <Button onClick={() => setIsRenaming(true)}>
                <Pencil />
                {t('team.rename')}
              </Button>
              {!isEmpty && addButton}
            </>
          )
        }
      />
      <PagedList
        label={t('nav.members')}
        list={members}
        lead="round"
        row={(member) => (
          <TeamMemberRow key={member.id} member={member} teamId={id} canRemove={viewerCanUpdate} />
        )}
        empty={
          <EmptyState icon={UsersRound} title={t('team.empty')} body={t('team.emptyBody')}>
            {addButton}
          </EmptyState>
        }
        more="button"
      />
      {viewerCanUpdate && (
        <DangerZone
          title={t('team.delete')}
          body={viewerCanDelete ? t('team.deleteBody') : t('team.onlyBody')}
          onDelete={viewerCanDelete && (() => void remove())}
        />
      )}
      <TeamDialog
        open={isRenaming}
        organizationId={organization.id}
        team={team}
        onClose={() => setIsRenaming(false)}
      />
      <AddMembersDialog
        open={isAdding}
        team={team}
        memberIds={members.connection?.nodes.map((member) => member.id) ?? []}
        onClose={() => setIsAdding(false)}
      />
    </>
  );
}

type TeamMemberRowProps = {
  member: MemberRowFragment;
  teamId: string;
  canRemove: boolean;
};

function TeamMemberRow({ member, teamId, canRemove }: TeamMemberRowProps) {
  const { id, name } = member;
  const { t } = useTranslation('organization');
  const [, removeMember] = useMutation(RemoveTeamMemberDocument);
  const [, addMember] = useMutation(AddTeamMemberDocument);
  const input = { teamId, memberId: id };

  const remove = () =>
    runMutation(
      { mutate: () => removeMember({ input }), done: t('team.memberRemoved', { name }) },
      { mutate: () => addMember({ input }), done: t('team.memberAdded', { name }) },
    );

  return (
    <PersonRow
      member={member}
      actions={
        canRemove && (
          <RowMenu
            label={t('members.menu', { name })}
            entries={[
              {
                label: t('team.removeMember'),
                icon: UserRoundMinus,
                danger: true,
                onSelect: () => void remove(),
              },
            ]}
          />
        )
      }
    />
  );
}
