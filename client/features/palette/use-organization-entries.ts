import { Building2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useMemberships } from '#client/features/membership/memberships.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { OrganizationChoicesDocument } from '#client/features/membership/organization-permissions.generated.ts';
import { useCan } from '#client/features/session/use-session.ts';
import type { Area } from '#client/paths.ts';
import { limits } from '#shared/limits.ts';
import type { Entry } from './use-actions.ts';

type Organization = { id: string; name: string; slug: string };

const entryOf = ({ id, name, slug }: Organization, to: string): Entry => ({
  key: id,
  title: name,
  subtitle: slug,
  icon: Building2,
  to,
});

export function useOrganizationEntries(area: Area, searched: string) {
  const { t } = useTranslation(['palette', 'common']);
  const canRead = useCan('organization:read');
  const canCreate = useCan('organization:create');
  const canList = useCan('organization:list') && area === 'manager';
  const memberships = useMemberships({ pause: !canRead || canList }) ?? [];
  const [{ data, fetching }] = useQuery({
    query: OrganizationChoicesDocument,
    variables: { searchTerm: searched, first: limits.pageSize },
    pause: !canList || searched === '',
  });
  const entries = canList
    ? (data?.organizations?.nodes ?? []).map((each) =>
        entryOf(each, organizationPaths.managedDetail(each.id)),
      )
    : memberships.map(({ organization }) =>
        entryOf(organization, organizationPaths.home(organization.slug)),
      );
  const creation: Entry[] = canCreate
    ? [
        {
          key: organizationPaths.create(),
          title: t('palette:newOrganization'),
          icon: Plus,
          to: organizationPaths.create(),
        },
      ]
    : [];
  return {
    label: t('common:nav.organizations'),
    entries,
    creation,
    fetching: canList && searched !== '' && fetching,
  };
}
