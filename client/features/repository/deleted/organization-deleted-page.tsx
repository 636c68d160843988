import { useTranslation } from 'react-i18next';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { OrganizationDeletedRepositoriesDocument } from './deleted.generated.ts';
import { DeletedList } from './deleted-page.tsx';

export function OrganizationDeletedPage() {
  const { id, name, slug } = useOrganization();
  const { t } = useTranslation('repository');
  usePageTitle(`${t('deleted.title')} · ${name}`);
  return (
    <DeletedList
      parent={organizationPaths.repositories(slug)}
      document={OrganizationDeletedRepositoriesDocument}
      variables={{ id }}
      pick={({ organization }) => organization?.deletedRepositories}
    />
  );
}
