import { ChevronRight, FolderGit2, UserRoundPlus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { PersonRow } from '#client/features/member/person-row.tsx';
import type { OrganizationHeadFragment } from '#client/features/membership/membership.generated.ts';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositorySubtitle } from '#client/features/repository/entity.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { listClass, Row, RowIcon, RowSkeletons } from '#client/ui/list/list.tsx';
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
  const members = overview?.members?.nodes;
  const isNew = repositories?.length === 0;
  return (
    <>
      {isNew && <FirstSteps organization={organization} />}
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-8 *:mt-0 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Section
            title={t('repository:list.title')}
            action={
              !isNew && (
                <MoreLink
                  to={organizationPaths.repositories(slug)}
                  label={t('repository:recent.all')}
                />
              )
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
            action={
              <span className="flex flex-wrap items-center gap-3">
                <MoreLink
                  to={organizationPaths.members(slug)}
                  label={t('organization:overview.all')}
                />
                {viewerCanInvite && !(isNew && memberCount === 1) && (
                  <Link
                    to={`${organizationPaths.invitations(slug)}?new=1`}
                    aria-label={t('organization:invite.action')}
                    // No higher than the headings, which are on one line.
                    className={buttonClass('secondary', 'small', '-my-1')}
                  >
                    {t('organization:overview.invite')}
                  </Link>
                )}
              </span>
            }
          >
            {(members || !error) && (
              <ul
                aria-label={t('organization:nav.members')}
                aria-busy={!members}
                className={listClass}
              >
                {members?.map((member) => (
                  <PersonRow
                    key={member.id}
                    member={member}
                    subtitle={t(`organization:role.${member.role}`)}
                  />
                )) ?? <RowSkeletons count={1} lead="round" />}
              </ul>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}

function FirstSteps({ organization }: { organization: OrganizationHeadFragment }) {
  const { slug, memberCount } = organization;
  const { t } = useTranslation('organization');
  const { invitations, repositories, teams } = organizationPaths;
  const steps = [
    organization.viewerCanCreateRepository &&
      ({ id: 'repository', icon: FolderGit2, to: `${repositories(slug)}/new` } as const),
    organization.viewerCanInvite &&
      memberCount === 1 &&
      ({ id: 'invite', icon: UserRoundPlus, to: `${invitations(slug)}?new=1` } as const),
    organization.viewerCanCreateTeam &&
      ({ id: 'team', icon: UsersRound, to: `${teams(slug)}?new=1` } as const),
  ].filter((step) => step !== false);
  if (steps.length === 0) return null;
  return (
    <div className="mb-8 *:mt-0">
      <Section title={t('first.title')}>
        <ul aria-label={t('first.title')} className={listClass}>
          {steps.map(({ id, icon, to }) => (
            <Row
              key={id}
              to={to}
              lead={<RowIcon icon={icon} />}
              title={t(`first.${id}`)}
              subtitle={t(`first.${id}Hint`)}
              actions={<ChevronRight className="mirrored me-2 size-4 text-text-muted" />}
            />
          ))}
        </ul>
      </Section>
    </div>
  );
}
