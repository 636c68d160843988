import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { DemoHint } from '#client/features/demo/demo-hint.tsx';
import { navEntries, useNavigation } from '#client/features/session/use-navigation.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { cx } from '#client/lib/class-names.ts';
import { paths } from '#client/paths.ts';
import { Logo } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { EnvironmentBadge, EnvironmentBar } from '#client/ui/page/environment.tsx';
import { SkipLink } from '#client/ui/page/page-heading.tsx';
import { AuthenticatedArea, PageOutlet } from './authenticated-area.tsx';
import { NavLink } from './nav-link.tsx';
import { SearchButton } from './search-button.tsx';
import { UserMenu } from './user-menu.tsx';

export default function AppLayout() {
  return (
    <AuthenticatedArea>
      <AppShell />
    </AuthenticatedArea>
  );
}

function AppShell() {
  const { t } = useTranslation();
  const { appName, environment } = useSetup();
  const { pages } = useNavigation();
  const entries = navEntries(pages, 'nav.main');
  const detail = useMatch('/app/repositories/:id') !== null;
  return (
    <div className={cx('min-h-dvh', !detail && 'pb-24 md:pb-0')}>
      <SkipLink />
      <EnvironmentBar environment={environment} />
      <header className="sticky top-(--banner,0px) z-20 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-app items-center gap-4 px-4">
          <Link
            to={paths.home('app')}
            className="flex items-center gap-2.5 rounded-sm font-semibold md:shrink-0"
          >
            <Logo />
            {appName}
          </Link>
          <EnvironmentBadge environment={environment} />
          <DemoHint />
          <nav
            aria-label={t('nav.main')}
            className="fade-ends -ms-2 hidden min-w-0 gap-1 overflow-x-auto py-1 md:flex"
          >
            {entries.map((entry) => (
              <NavLink key={entry.to} entry={entry} shape="top" />
            ))}
          </nav>
          <div className="ms-auto flex shrink-0 items-center gap-2">
            <div className="hidden w-52 lg:block">
              <SearchButton wide />
            </div>
            <div className="lg:hidden">
              <SearchButton />
            </div>
            <UserMenu />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none mx-auto max-w-app px-4 py-6 md:py-8">
        <PageOutlet />
      </main>
      {!detail && (
        <nav
          aria-label={t('nav.main')}
          data-tab-bar
          className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] md:hidden"
        >
          <div className="flex h-16 items-center">
            {[...entries, ...navEntries(pages, 'nav.userMenu')].map((entry) => (
              <NavLink key={entry.to} entry={entry} shape="bottom" />
            ))}
          </div>
        </nav>
      )}
    </div>
  );
}
