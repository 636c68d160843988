import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type AccountSection, areaOf, paths } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { AccessTokens } from './access-tokens.tsx';
import { AccountList, AccountNav } from './account-nav.tsx';
import { Appearance } from './appearance.tsx';
import { ImpersonationNote } from './impersonation-note.tsx';
import { OwnData } from './own-data.tsx';
import { OwnOrganizations } from './own-organizations.tsx';
import { Profile } from './profile.tsx';
import { useSection } from './sections.ts';
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
  const section = useSection();
  const Section = section ? pages[section] : Profile;
  const title = section ? t(`account:section.${section}`) : t('common:nav.account');
  return (
    <div className="@container">
      <div className="mx-auto max-w-2xl @2xl:mx-0 @2xl:grid @2xl:max-w-none @2xl:grid-cols-[11rem_minmax(0,1fr)] @2xl:gap-10">
        <AccountNav />
        <div className="min-w-0 max-w-2xl">
          {section && <BackLink />}
          {/* Keyed by section: opening one remounts the heading and focuses it. */}
          <PageHeader key={title} title={title} />
          <ImpersonationNote />
          <Section />
          {!section && <AccountList />}
        </div>
      </div>
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Link
      to={paths.account(areaOf(pathname))}
      className="touch-target mb-2 inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-text-muted hover:text-text @2xl:hidden"
    >
      <ArrowLeft className="mirrored size-4" />
      {t('nav.account')}
    </Link>
  );
}
