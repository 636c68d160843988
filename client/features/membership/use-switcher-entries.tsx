import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCan } from '#client/features/session/use-session.ts';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import { organizationPaths } from './organization-paths.ts';
import { useMemberships } from './use-memberships.ts';

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
        icon: <OrganizationLogo id={id} name={name} size="tiny" />,
        to: organizationPaths.home(slug),
        isCurrent: isCurrent(membership),
        group: index === 0,
      };
    }),
    {
      label: t('nav.organizations'),
      icon: <Building2 className="size-4 text-text-muted" />,
      to: organizationPaths.list(),
      group: shown.length === 0,
    },
  ];
}
