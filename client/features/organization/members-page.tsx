import { UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { MemberList } from './member-list.tsx';

/** The members of an organization: their roles, and removing them. */
export function MembersPage() {
  const { id, name, slug, memberCount, viewerCanInvite } = useOrganization();
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
              <UserRoundPlus aria-hidden="true" className="size-4" />
              {t('invite.action')}
            </Link>
          )
        }
      />
      <MemberList organizationId={id} />
    </>
  );
}
