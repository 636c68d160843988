import { UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOnlyOwner, useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { MemberList } from './member-list.tsx';

export function MembersPage() {
  const organization = useOrganization();
  const { id, name, slug, memberCount, viewerCanInvite } = organization;
  const { t } = useTranslation('organization');
  usePageTitle(`${t('nav.members')} · ${name}`);
  return (
    <>
      <PageHeader
        title={t('nav.members')}
        subtitle={
          <p role="status">
            {t('list.members', { count: memberCount, total: formatNumber(memberCount) })}
          </p>
        }
        actions={
          viewerCanInvite && (
            <Link
              to={`${organizationPaths.invitations(slug)}?new=1`}
              className={buttonClass('primary')}
            >
              <UserRoundPlus className="size-4" />
              {t('invite.action')}
            </Link>
          )
        }
      />
      {memberCount > 1 && isOnlyOwner(organization) && (
        <p className="-mt-3 mb-4 text-sm text-text-muted">{t('leave.onlyOwner')}</p>
      )}
      <MemberList organizationId={id} />
    </>
  );
}
