import { ChevronRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMutation } from 'urql';
import { AccessTokens } from '#client/features/access-token/token-lists.tsx';
import { UpdateViewerDocument } from '#client/features/auth/update-viewer.generated.ts';
import { OwnOrganizations } from '#client/features/membership/my-organizations.tsx';
import {
  ImpersonationNote,
  useImpersonationLock,
} from '#client/features/session/impersonation.tsx';
import { navIcons, useNavigation } from '#client/features/session/use-navigation.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { cx } from '#client/lib/class-names.ts';
import { type AccountSection, accountSections, areaOf, paths } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RowIcon } from '#client/ui/list/list.tsx';
import { Breadcrumb, PageHeader } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import type { Language } from '#shared/languages.ts';
import { OwnData } from './own-data.tsx';
import { Profile, SignOut } from './profile.tsx';
import { Security } from './security.tsx';

const pages: Record<AccountSection, ComponentType> = {
  security: Security,
  organizations: OwnOrganizations,
  'access-tokens': AccessTokens,
  appearance: Appearance,
  data: OwnData,
};

export default function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const { pathname } = useLocation();
  const section = findSection(pathname);
  const Section = section ? pages[section] : Profile;
  const title = section ? t(`account:section.${section}`) : t('common:nav.account');
  return (
    <div className="@container">
      <div className="mx-auto max-w-2xl @2xl:mx-0 @2xl:grid @2xl:max-w-none @2xl:grid-cols-[11rem_minmax(0,1fr)] @2xl:gap-10">
        <AccountNav />
        <div className="min-w-0">
          {section && (
            <div className="@2xl:hidden">
              <Breadcrumb
                parent={{ to: paths.account(areaOf(pathname)), label: t('common:nav.account') }}
              />
            </div>
          )}
          {/* Keyed by section: opening one remounts the heading and focuses it. */}
          <PageHeader key={title} title={title} />
          <ImpersonationNote />
          <Section />
          {!section && <AccountList />}
          {!section && <SignOut />}
        </div>
      </div>
    </div>
  );
}

function useSections() {
  const { t } = useTranslation(['account', 'common']);
  const { pages } = useNavigation();
  const { pathname } = useLocation();
  const root = paths.account(areaOf(pathname));
  const current = useSection();
  return pages.flatMap(({ to }) => {
    const section = findSection(to);
    if (to !== root && !section) return [];
    return {
      to,
      icon: navIcons[section ?? 'account'],
      label: section ? t(`account:section.${section}`) : t('common:nav.account'),
      hint: section && t(`account:sectionHint.${section}`),
      isRoot: !section,
      isCurrent: section === current,
    };
  });
}

function AccountNav() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t('nav.account')}
      className={cx(
        'sticky top-[calc(var(--banner,0px)+5rem)] hidden content-start gap-1 self-start @2xl:grid',
        // With the sidebar there is no header above.
        areaOf(pathname) === 'manager' && 'md:top-[calc(var(--banner,0px)+2rem)]',
      )}
    >
      {useSections().map(({ to, icon: Icon, label, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            'flex min-h-9 items-center gap-3 rounded-control px-3 text-sm transition-colors pointer-coarse:min-h-11',
            isCurrent
              ? 'forced-chosen bg-accent-soft font-medium text-accent-text'
              : 'text-text-muted hover:bg-hover hover:text-text',
          )}
        >
          <Icon className="size-4 shrink-0" />
          <span className="truncate">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

function AccountList() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.account')} className="mt-8 @2xl:hidden">
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface-raised">
        {useSections()
          .filter(({ isRoot }) => !isRoot)
          .map(({ to, icon, label, hint }) => (
            <li key={to}>
              <Link to={to} className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-hover">
                <RowIcon icon={icon} />
                <span className="grid min-w-0 grow text-sm">
                  <span className="font-medium">{label}</span>
                  <span className="text-text-muted">{hint}</span>
                </span>
                <ChevronRight className="mirrored size-4 shrink-0 text-text-muted" />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** The section at a path such as `/app/account/security`; undefined for the profile. */
function findSection(pathname: string): AccountSection | undefined {
  const [, , page, name] = pathname.split('/');
  return page === 'account' ? accountSections.find((section) => section === name) : undefined;
}

function useSection(): AccountSection | undefined {
  return findSection(useLocation().pathname);
}

function Appearance() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation(['account', 'common']);
  const { demo } = useSetup();
  const [, updateViewer] = useMutation(UpdateViewerDocument);

  // Stored for the language of emails. The page switches even if this request fails.
  function remember(language: Language): void {
    // It sends no emails.
    if (demo) return;
    void updateViewer({ input: { language: language.toUpperCase() as Uppercase<Language> } });
  }

  return (
    <SettingsCard>
      <Setting label={t('common:theme.label')} hint={t('account:look.themeHint')}>
        <ThemeSwitcher />
      </Setting>
      <Setting label={t('common:language.label')} hint={t('account:look.languageHint')}>
        <LanguageSwitcher onChange={lockedBy ? undefined : remember} />
      </Setting>
    </SettingsCard>
  );
}
