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
  const canHaveOwn = useCan('organization:create');
  const body = canCreate ? 'manager' : canHaveOwn ? 'organization' : 'app';
  const link = canCreate
    ? { to: repositoryPaths.create(), label: t('new.action') }
    : canHaveOwn && { to: organizationPaths.list(), label: t('empty.openOrganizations') };
  return (
    <EmptyState icon={FolderGit2} title={t('empty.title')} body={t(`empty.${body}`)}>
      {link && (
        <Link to={link.to} className={buttonClass('primary')}>
          {link.label}
        </Link>
      )}
    </EmptyState>
  );
}
