import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import { createKey } from '#client/lib/shortcuts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { TeamDialog, useDeleteTeam } from './team-dialog.tsx';
import { OrganizationTeamsDocument, type TeamRowFragment } from './teams.generated.ts';

export function TeamsPage() {
  const { id, slug, viewerCanCreateTeam } = useOrganization();
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const isCreating = useSearch().get('new') !== null;
  const replaceParam = useReplaceParam('new');
  const list = useList(OrganizationTeamsDocument, { id }, (data) => data.organization?.teams);
  const isEmpty = list.connection?.nodes.length === 0;
  const intro = t('team.intro');
  const button = viewerCanCreateTeam && (
    <Button look="primary" aria-keyshortcuts={createKey} onClick={() => replaceParam('1')}>
      <Plus />
      {t('team.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('nav.teams')}
        subtitle={!isEmpty && intro}
        actions={!isEmpty && button}
      />
      <PagedList
        label={t('nav.teams')}
        list={list}
        lead="square"
        row={(team) => <TeamRow key={team.id} team={team} />}
        empty={
          <EmptyState icon={UsersRound} title={t('team.none')} body={t('team.noneBody')}>
            {button}
          </EmptyState>
        }
      />
      <TeamDialog
        open={isCreating}
        organizationId={id}
        onClose={() => replaceParam('')}
        onCreated={(teamId) => void navigate(organizationPaths.team(slug, teamId))}
      />
    </>
  );
}

function TeamRow({ team }: { team: TeamRowFragment }) {
  const { id, name, memberCount, viewerCanUpdate, viewerCanDelete } = team;
  const { t } = useTranslation('organization');
  const organization = useOrganization();
  const deleteTeam = useDeleteTeam();
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <Row
      to={organizationPaths.team(organization.slug, id)}
      lead={<RowIcon icon={UsersRound} />}
      title={name}
      subtitle={t('list.members', { count: memberCount, total: formatNumber(memberCount) })}
      actions={
        (viewerCanUpdate || viewerCanDelete) && (
          <>
            <RowMenu
              label={t('team.menu', { name })}
              entries={[
                viewerCanUpdate && {
                  label: t('team.rename'),
                  icon: Pencil,
                  onSelect: () => afterMenu(() => setIsRenaming(true)),
                },
                viewerCanDelete && {
                  label: t('team.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => void deleteTeam({ id, name }),
                },
              ]}
            />
            <TeamDialog
              open={isRenaming}
              organizationId={organization.id}
              team={team}
              onClose={() => setIsRenaming(false)}
            />
          </>
        )
      }
    />
  );
}
