import { FolderGit2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import {
  FirstOrganizations,
  OwnInvitations,
} from '#client/features/membership/own-invitations.tsx';
import { repositoryPaths, repositorySubtitle } from '#client/features/repository/entity.ts';
import { readRecent } from '#client/features/session/recent.ts';
import { Can, useCan, useViewer } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { MoreLink, RecentList } from '#client/ui/list/recent-list.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { HomeDocument, RecentlyOpenedDocument } from './home-page.generated.ts';

const recentMax = 5;

export const preload: PreloadData = () => preloadQuery(HomeDocument, { first: recentMax });

export default function HomePage() {
  const { t } = useTranslation(['common', 'repository']);
  const { user } = useViewer();
  const canManage = useCan('apps:manager');
  const [{ data, error }, execute] = useQuery({
    query: HomeDocument,
    variables: { first: recentMax },
  });
  const items = data?.repositories?.nodes.map((repository) => ({
    id: repository.id,
    title: repository.name,
    subtitle: repositorySubtitle(repository),
    at: repository.updatedAt,
    to: repositoryPaths.detail('app', repository.id),
  }));
  const isEmpty = items?.length === 0;
  return (
    <>
      <PageHeader
        title={t('common:home.welcome', { name: user.name })}
        subtitle={isEmpty && t('common:home.start')}
        actions={
          canManage && (
            <Link to={paths.home('manager')} className={buttonClass()}>
              {t('common:nav.openManager')}
            </Link>
          )
        }
      />
      <Can do="organization:read">
        <OwnInvitations />
      </Can>
      {isEmpty ? (
        <FirstRepository />
      ) : (
        <div className="flex flex-wrap gap-8">
          <div className="min-w-0 flex-[3_1_28rem] *:mt-0">
            <RecentlyOpened listed={items?.map(({ id }) => id)} />
            <Section
              title={t('repository:recent.title')}
              action={
                <MoreLink to={repositoryPaths.list('app')} label={t('repository:recent.all')} />
              }
            >
              <RecentList
                label={t('repository:recent.title')}
                icon={FolderGit2}
                items={items}
                failure={error && apiErrorOf(error)}
                onRetry={() => execute({ requestPolicy: 'network-only' })}
                emptyText={t('repository:empty.title')}
              />
            </Section>
          </div>
          <Can do="organization:read">
            <FirstOrganizations />
          </Can>
        </div>
      )}
    </>
  );
}

const openedMax = 4;

/** `listed` are the IDs of the list below, which one alone would repeat. */
export function RecentlyOpened({ listed }: { listed?: string[] | undefined }) {
  const { t } = useTranslation('repository');
  const { user } = useViewer();
  const [ids] = useState(() => readRecent(user.id).filter((key) => !key.startsWith('/')));
  const [{ data, error }] = useQuery({
    query: RecentlyOpenedDocument,
    variables: { ids },
    pause: ids.length === 0,
  });
  const found = (data?.nodes ?? [])
    .flatMap((node) => (node && 'name' in node ? [node] : []))
    .slice(0, openedMax);
  const title = t('recent.opened');
  const [first, ...others] = data || error ? found.map(({ id }) => id) : ids;
  const isRepeated = others.length === 0 && (!listed || listed.includes(first ?? ''));
  if (!first || isRepeated) return null;
  return (
    <section className="mb-8 grid gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      <ul aria-label={title} aria-busy={!data} className="grid gap-3 sm:grid-cols-2">
        {data
          ? found.map((repository) => (
              <li key={repository.id} className="min-w-0">
                <Link
                  to={repositoryPaths.detail('app', repository.id)}
                  className="grid gap-0.5 rounded-card border border-line bg-surface-raised px-4 py-3 text-sm transition-colors hover:bg-row-hover"
                >
                  <span dir="auto" className="truncate text-match-parent font-medium">
                    {repository.name}
                  </span>
                  <span dir="auto" className="truncate text-match-parent text-text-muted">
                    {repositorySubtitle(repository)}
                  </span>
                </Link>
              </li>
            ))
          : ids
              .slice(0, openedMax)
              .map((id) => (
                <li key={id} aria-hidden="true" className="skeleton h-17 rounded-card!" />
              ))}
      </ul>
    </section>
  );
}

function FirstRepository() {
  const { t } = useTranslation('repository');
  const canCreate = useCan('repository:create');
  const canCreateOrganization = useCan('organization:create') && !canCreate;
  const body = canCreate ? 'manager' : 'app';
  return (
    <EmptyState
      icon={FolderGit2}
      title={t('empty.title')}
      body={t(canCreateOrganization ? 'empty.organization' : `empty.${body}`)}
    >
      {canCreate && (
        <Link to={repositoryPaths.create()} className={buttonClass('primary')}>
          {t('new.action')}
        </Link>
      )}
      {canCreateOrganization && (
        <Link to={organizationPaths.list()} className={buttonClass('primary')}>
          {t('empty.openOrganizations')}
        </Link>
      )}
    </EmptyState>
  );
}
