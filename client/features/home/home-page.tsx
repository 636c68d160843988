import { ArrowRight, FolderGit2, LayoutDashboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { Can } from '#client/features/session/can.tsx';
import { useSetup, useViewer } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RecentList } from '#client/ui/list/recent-list.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { FirstRepository } from './first-repository.tsx';
import { HomeDocument } from './home-page.generated.ts';
import { HomeSearch } from './home-search.tsx';
import { RecentlyOpened } from './recently-opened.tsx';

const shown = 5;

export const preload: PreloadData = () => preloadQuery(HomeDocument, { first: shown });

const firstName = (name: string) => name.trim().split(/\s+/u)[0] ?? '';

export default function HomePage() {
  const { t } = useTranslation(['common', 'repository']);
  const { appName } = useSetup();
  const { user } = useViewer();
  const [{ data, error }, execute] = useQuery({ query: HomeDocument, variables: { first: shown } });
  const items = data?.repositories?.nodes.map(({ id, name, description, updatedAt }) => ({
    id,
    title: name,
    subtitle: description || t('repository:detail.noDescription'),
    at: updatedAt,
    to: repositoryPaths.detail('app', id),
  }));
  const isEmpty = items?.length === 0;
  return (
    <>
      <PageHeader
        title={t('common:home.welcome', { name: firstName(user.name) })}
        subtitle={isEmpty ? t('common:home.start') : t('common:home.subtitle', { appName })}
        actions={
          <Can do="apps:manager">
            <Link to={paths.home('manager')} className={buttonClass()}>
              <LayoutDashboard className="size-4" />
              {t('common:nav.openManager')}
            </Link>
          </Can>
        }
      />
      {isEmpty ? (
        <FirstRepository />
      ) : (
        <>
          <HomeSearch />
          <RecentlyOpened />
          <div className="mb-3 flex items-center justify-between gap-4">
            <h2 className="text-base font-semibold">{t('repository:recent.title')}</h2>
            <Link
              to={repositoryPaths.list('app')}
              className="touch-target inline-flex shrink-0 items-center gap-1.5 rounded-sm text-sm font-medium text-accent-text hover:underline"
            >
              {t('repository:recent.all')}
              <ArrowRight className="mirrored size-4" />
            </Link>
          </div>
          <RecentList
            label={t('repository:recent.title')}
            icon={FolderGit2}
            items={items}
            failure={error && apiErrorOf(error)}
            onRetry={() => execute({ requestPolicy: 'network-only' })}
            emptyText={t('repository:empty.title')}
          />
        </>
      )}
    </>
  );
}
