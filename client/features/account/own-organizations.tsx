import { useTranslation } from 'react-i18next';
import { MyOrganizations } from '#client/features/membership/my-organizations.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useMemberships } from '#client/features/membership/use-memberships.ts';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';

export function OwnOrganizations() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('organization');
  const isEmpty = useMemberships()?.length === 0;
  const newLink = !lockedBy && (
    <Link to={organizationPaths.create()} className={buttonClass('primary')}>
      {t('new.action')}
    </Link>
  );
  return (
    <section aria-label={t('list.title')} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-sm text-text-muted">{t('list.subtitle')}</p>
        {!isEmpty && newLink}
      </div>
      <MyOrganizations newLink={newLink} />
    </section>
  );
}
