import { useTranslation } from 'react-i18next';
import { MyOrganizations } from '#client/features/membership/my-organizations.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useMemberships } from '#client/features/membership/use-memberships.ts';
import { Can } from '#client/features/session/can.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';

export function OrganizationsPage() {
  const { t } = useTranslation('organization');
  const isEmpty = useMemberships()?.length === 0;
  const newLink = (
    <Can do="organization:create">
      <NewLink to={organizationPaths.create()} label={t('new.action')} />
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={t('list.subtitle')}
        actions={!isEmpty && newLink}
      />
      <MyOrganizations newLink={newLink} />
    </>
  );
}
