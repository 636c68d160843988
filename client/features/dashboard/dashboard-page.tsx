import { ArrowRight, FolderGit2, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { Can } from '#client/features/session/can.tsx';
import { userPaths } from '#client/features/user/entity.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { formatNumber } from '#client/i18n/format.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RecentList } from '#client/ui/list/recent-list.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { DashboardDocument } from './dashboard.generated.ts';
import { FirstSteps } from './first-steps.tsx';
import { Statistics } from './statistics.tsx';

const shown = 5;

export const preload: PreloadData = () => preloadQuery(DashboardDocument, { first: shown });

export default function DashboardPage() {
  const { t } = useTranslation(['common', 'dashboard', 'repository', 'user']);
  const [{ data, error }, execute] = useQuery({
    query: DashboardDocument,
    variables: { first: shown },
  });
  const items = data?.repositories?.nodes.map(({ id, name, link, description, updatedAt }) => ({
    id,
    title: name,
    subtitle: description || link.replace(/^https?:\/\//, ''),
    at: updatedAt,
    to: repositoryPaths.detail('manager', id),
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
        subtitle={isNew ? t('dashboard:first.subtitle') : t('common:dashboard.subtitle')}
      />
      {hasNoRepository && <FirstSteps />}
      {!isNew && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
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

function TotalCard({ to, label, value }: { to: string; label: string; value: number | undefined }) {
  return (
    <Link
      to={to}
      className="group grid gap-1 rounded-card border border-line bg-surface-raised p-4 transition-colors duration-150 hover:bg-hover"
    >
      <span className="flex items-center justify-between text-sm text-text-muted">
        {label}
        <ArrowRight className="mirrored size-4" />
      </span>
      {value === undefined ? (
        <span className="skeleton my-1 h-8 w-20" />
      ) : (
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatNumber(value)}
        </span>
      )}
    </Link>
  );
}
