import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type UseQueryArgs, useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import { limits } from '#shared/limits.ts';
import { MembershipsDocument } from './membership.generated.ts';
import { organizationPaths } from './organization-paths.ts';

/** The viewer's organizations with their role; undefined while loading. For most viewers the first page has them all. */
export function useMemberships(options?: Pick<UseQueryArgs, 'pause' | 'requestPolicy'>) {
  const variables = { first: limits.pageSizeMax, after: null };
  const [{ data }] = useQuery({ query: MembershipsDocument, variables, ...options });
  return data?.viewer?.memberships?.nodes.flatMap(({ id, role, organization }) =>
    organization ? [{ id, role, organization }] : [],
  );
}

const shownMax = 4;

export function useSwitcherEntries(): MenuEntry[] {
  const { t } = useTranslation();
  const canRead = useCan('organization:read');
  const memberships = useMemberships({ pause: !canRead }) ?? [];
  const { pathname } = useLocation();
  const isCurrent = ({ organization: { slug } }: (typeof memberships)[number]) =>
    `${pathname}/`.startsWith(`${organizationPaths.home(slug)}/`);
  if (!canRead) return [];
  const shown = [...memberships]
    .sort((one, other) => Number(isCurrent(other)) - Number(isCurrent(one)))
    .slice(0, shownMax);
  return [
    ...shown.map((membership, index) => {
      const { id, name, slug } = membership.organization;
      return {
        label: name,
        icon: () => <Avatar id={id} name={name} size="tiny" ofOrganization />,
        to: organizationPaths.home(slug),
        isCurrentPage: isCurrent(membership),
        group: index === 0 && t('nav.organizations'),
      };
    }),
    {
      label: t(shown.length > 0 ? 'nav.allOrganizations' : 'nav.organizations'),
      icon: Building2,
      to: organizationPaths.list(),
      group: shown.length === 0,
    },
  ];
}
