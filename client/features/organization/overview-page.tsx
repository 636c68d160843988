import { ChevronRight, FolderGit2, type LucideIcon, UserRoundPlus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import type { MemberRowFragment } from '#client/features/member/members.generated.ts';
import type { OrganizationHeadFragment } from '#client/features/membership/membership.generated.ts';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositorySubtitle } from '#client/features/repository/entity.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RowIcon } from '#client/ui/list/list.tsx';
import { MoreLink, RecentList } from '#client/ui/list/recent-list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { OrganizationOverviewDocument } from './organization.generated.ts';

const shownRepositories = 5;
const shownMembers = 8;

export function OverviewPage() {
  const organization = useOrganization();
  const { name, slug, memberCount, viewerCanInvite } = organization;
  const { t } = useTranslation(['organization', 'repository']);
  usePageTitle(name);
  const [{ data, error }, execute] = useQuery({
    query: OrganizationOverviewDocument,
    variables: { slug, repositories: shownRepositories, members: shownMembers },
  });
  const overview = data?.organizationBySlug;
  const repositories = overview?.repositories?.nodes;
  const isNew = repositories?.length === 0;
  return (
    <>
      {isNew && <FirstSteps organization={organization} />}
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-8 *:mt-0 @3xl:grid-cols-[minmax(0,1fr)_16rem]">
          <Section
            title={t('repository:list.title')}
            action={
              <MoreLink
                to={organizationPaths.repositories(slug)}
                label={t('repository:recent.all')}
              />
            }
          >
            <RecentList
              label={t('repository:list.title')}
              icon={FolderGit2}
              items={repositories?.map((repository) => ({
                id: repository.id,
                title: repository.name,
                subtitle: repositorySubtitle(repository),
                at: repository.updatedAt,
                to: `${organizationPaths.repositories(slug)}/${encodeURIComponent(repository.id)}`,
              }))}
              failure={error && apiErrorOf(error)}
              onRetry={() => execute({ requestPolicy: 'network-only' })}
              emptyText={t('repository:empty.title')}
            />
          </Section>
          <Section
            title={t('organization:nav.members')}
            count={memberCount}
            action={
              <MoreLink
                to={organizationPaths.members(slug)}
                label={t('organization:overview.all')}
              />
            }
          >
            {(overview || !error) && <Members members={overview?.members?.nodes} />}
            {viewerCanInvite && (
              <Link to={`${organizationPaths.invitations(slug)}?new=1`} className={buttonClass()}>
                <UserRoundPlus />
                {t('organization:invite.action')}
              </Link>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}

function Members({ members }: { members: readonly MemberRowFragment[] | undefined }) {
  const { t } = useTranslation('organization');
  return (
    <ul
      aria-label={t('nav.members')}
      aria-busy={!members}
      className="grid gap-3 rounded-card border border-line bg-surface-raised p-4"
    >
      {members?.map((member) => (
        <li key={member.id} className="flex items-center gap-3 text-sm">
          <Avatar {...member} id={member.userId} size="small" />
          <span className="grid min-w-0">
            <bdi className="truncate font-medium text-match-parent">
              {member.isViewer ? t('members.self', { name: member.name }) : member.name}
            </bdi>
            <span className="text-text-muted">{t(`role.${member.role}`)}</span>
          </span>
        </li>
      )) ?? <li className="skeleton h-7" />}
    </ul>
  );
}

function FirstSteps({ organization }: { organization: OrganizationHeadFragment }) {
  const { slug, memberCount } = organization;
  const { viewerCanInvite, viewerCanCreateRepository, viewerCanCreateTeam } = organization;
  const { t } = useTranslation('organization');
  const steps: {
    id: 'invite' | 'repository' | 'team';
    icon: LucideIcon;
    to: string;
    can: boolean;
  }[] = [
    {
      id: 'invite',
      icon: UserRoundPlus,
      to: `${organizationPaths.invitations(slug)}?new=1`,
      can: viewerCanInvite && memberCount === 1,
    },
    {
      id: 'repository',
      icon: FolderGit2,
      to: `${organizationPaths.repositories(slug)}/new`,
      can: viewerCanCreateRepository,
    },
    {
      id: 'team',
      icon: UsersRound,
      to: `${organizationPaths.teams(slug)}?new=1`,
      can: viewerCanCreateTeam,
    },
  ];
  const possible = steps.filter(({ can }) => can);
  if (possible.length === 0) return null;
  return (
    <div className="mb-8">
      <Section title={t('first.title')}>
        <ul className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
          {possible.map(({ id, icon, to }) => (
            <li key={id}>
              <Link
                to={to}
                className="flex h-full items-start gap-3 rounded-card border border-line bg-surface-raised p-4 text-sm transition-colors hover:bg-row-hover"
              >
                <RowIcon icon={icon} />
                <span className="grid min-w-0 grow gap-0.5">
                  <span className="font-medium">{t(`first.${id}`)}</span>
                  <span className="text-text-muted">{t(`first.${id}Hint`)}</span>
                </span>
                <ChevronRight className="mirrored mt-0.5 size-4 shrink-0 text-text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
