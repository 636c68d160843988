import { Building2, FolderGit2, UserRound, UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths, repositorySubtitle } from '#client/features/repository/entity.ts';
import { hasPermission } from '#client/features/session/session.ts';
import { Can, useViewer } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { formatNumber } from '#client/i18n/format.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RecentList } from '#client/ui/list/recent-list.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { DashboardDocument } from './dashboard.generated.ts';
import { Statistics } from './statistics.tsx';

const shown = 5;

export const preload: PreloadData = () => preloadQuery(DashboardDocument, { first: shown });

export default function DashboardPage() {
  const { t } = useTranslation(['common', 'dashboard', 'repository', 'user']);
  const [{ data, error }, execute] = useQuery({
    query: DashboardDocument,
    variables: { first: shown },
  });
  const items = data?.repositories?.nodes.map((repository) => ({
    id: repository.id,
    title: repository.name,
    subtitle: repositorySubtitle(repository),
    at: repository.updatedAt,
    to: repositoryPaths.detail('manager', repository.id),
  }));
  const people = data?.users?.nodes.map((user) => {
    const { id, name, email, pictureUrl, createdAt } = user;
    return {
      id,
      title: name || email,
      subtitle: name ? email : t('user:row.noName'),
      at: createdAt,
      to: userPaths.detail(id),
      lead: <Avatar id={id} name={name || email} pictureUrl={pictureUrl} />,
    };
  });
  const hasNoRepository = data?.repositories?.totalCount === 0;
  const isNew = hasNoRepository && data.users?.totalCount === 1;
  const state = {
    failure: error && apiErrorOf(error),
    onRetry: () => execute({ requestPolicy: 'network-only' }),
  };
  return (
    <>
      <PageHeader
        title={t('common:nav.dashboard')}
        subtitle={isNew && t('dashboard:first.subtitle')}
      />
      {hasNoRepository && <FirstSteps />}
      {!isNew && (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
            <Can do="repository:read">
              <TotalCard
                to={repositoryPaths.list('manager')}
                label={t('repository:list.title')}
                value={data?.repositories?.totalCount}
              />
            </Can>
            <Can do="user:list">
              <TotalCard
                to={userPaths.list()}
                label={t('user:list.title')}
                value={data?.users?.totalCount}
              />
            </Can>
          </div>
          <Statistics />
          <div className="grid gap-x-4 lg:grid-cols-2">
            <Can do="repository:read">
              <Section title={t('repository:recent.title')}>
                <RecentList
                  {...state}
                  label={t('repository:recent.title')}
                  icon={FolderGit2}
                  items={items}
                  emptyText={t('repository:empty.title')}
                />
              </Section>
            </Can>
            <Can do="user:list">
              <Section title={t('dashboard:recentUsers')}>
                <RecentList
                  {...state}
                  label={t('dashboard:recentUsers')}
                  icon={UserRound}
                  items={people}
                  emptyText={t('user:empty.title')}
                />
              </Section>
            </Can>
          </div>
        </>
      )}
    </>
  );
}

type TotalCardProps = { to: string; label: string; value: number | undefined };

function TotalCard({ to, label, value }: TotalCardProps) {
  return (
    <Link
      to={to}
      className="grid gap-1 rounded-card border border-line bg-surface-raised px-4 py-3 text-sm text-text-muted transition-colors hover:bg-hover"
    >
      {label}
      {value === undefined ? (
        <span className="skeleton my-1 h-6 w-16" />
      ) : (
        <span className="text-2xl font-semibold tracking-tight text-text tabular-nums">
          {formatNumber(value)}
        </span>
      )}
    </Link>
  );
}

const steps = [
  { id: 'repository', icon: FolderGit2, to: repositoryPaths.create() },
  { id: 'user', icon: UserRoundPlus, to: userPaths.create() },
  { id: 'organization', icon: Building2, to: organizationPaths.create() },
] as const;

function FirstSteps() {
  const { t } = useTranslation(['dashboard', 'repository', 'user', 'organization']);
  const viewer = useViewer();
  const allowed = steps.filter(({ id }) => hasPermission(viewer, `${id}:create`));
  if (allowed.length === 0) return null;
  return (
    <div className="mb-8 *:mt-0">
      <Section title={t('dashboard:first.title')}>
        <ol className="divide-y divide-line rounded-card border border-line bg-surface-raised">
          {allowed.map(({ id, icon: Icon, to }, index) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:p-5">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-glow-soft text-warning-text">
                <Icon className="size-5" strokeWidth={1.5} />
              </span>
              <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
                <h3 className="font-medium">{t(`dashboard:first.${id}`)}</h3>
                <p className="max-w-[60ch] text-pretty text-text-muted">
                  {t(`dashboard:first.${id}Hint`)}
                </p>
              </div>
              <Link
                to={to}
                className={buttonClass(
                  index === 0 ? 'primary' : 'secondary',
                  'normal',
                  'max-sm:w-full',
                )}
              >
                {t(`${id}:new.action`)}
              </Link>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
