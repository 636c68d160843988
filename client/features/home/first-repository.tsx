import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { useCan } from '#client/features/session/use-session.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';

export function FirstRepository() {
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
