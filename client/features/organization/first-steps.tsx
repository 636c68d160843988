import { ChevronRight, FolderGit2, type LucideIcon, UserRoundPlus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrganizationHeadFragment } from '#client/features/membership/membership.generated.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Section } from '#client/ui/page/page.tsx';

export function FirstSteps({ organization }: { organization: OrganizationHeadFragment }) {
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
                className="flex h-full items-start gap-3 rounded-card border border-line bg-surface-raised p-4 text-sm transition-colors duration-150 hover:bg-row-hover"
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
