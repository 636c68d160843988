import {
  Activity,
  Bot,
  Building2,
  Download,
  House,
  Key,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  Sun,
  UserRound,
} from 'lucide-react';
import { useMatches } from 'react-router';
import { entities } from '#client/generated/entities.ts';
import type { TextKey } from '#client/i18n/texts.ts';
import type { Entity } from '#client/lib/entity.ts';
import type { Permission } from '#shared/permissions.ts';
import { hasPermission } from './session.ts';
import { useViewer } from './use-session.ts';

const icons = {
  'access-tokens': Key,
  account: UserRound,
  app: House,
  appearance: Sun,
  auditLog: ScrollText,
  data: Download,
  home: House,
  manager: LayoutDashboard,
  organizations: Building2,
  security: ShieldCheck,
  serviceAccounts: Bot,
  system: Activity,
};

const allEntities: readonly Entity[] = entities;

export const navIcons = {
  ...icons,
  ...Object.fromEntries(allEntities.map(({ list, icon, listIcon = icon }) => [list, listIcon])),
} as Record<NavIcon, LucideIcon>;

/** Icons by name, so that the route table and /login don't load them. */
export type NavIcon = keyof typeof icons | (typeof entities)[number]['list'];

type NavGroup = 'nav.main' | 'nav.application' | 'nav.configuration' | 'nav.userMenu';

/** A page that can be opened without an ID, as described by the route table. */
export type NavPage = {
  to: string;
  label: TextKey;
  permission?: Permission | undefined;
  nav?: { group: NavGroup; icon: NavIcon } | undefined;
};

type AreaLink = { to: string; label: TextKey; permission: Permission; icon: NavIcon };

type Navigation = { pages: NavPage[]; otherAreas: AreaLink[] };

export type AreaHandle = { navigation: Navigation };

export function useNavigation(): Navigation {
  const viewer = useViewer();
  const handles = useMatches().map(({ handle }) => handle as Partial<AreaHandle> | undefined);
  const navigation = handles.find((handle) => handle?.navigation)?.navigation;
  if (!navigation) throw new Error('useNavigation must be used inside an area');
  const isAllowed = ({ permission }: Pick<NavPage, 'permission'>) =>
    !permission || hasPermission(viewer, permission);
  return {
    pages: navigation.pages.filter(isAllowed),
    otherAreas: navigation.otherAreas.filter(isAllowed),
  };
}

export type NavEntry = NavPage & { nav: NonNullable<NavPage['nav']> };

export function navEntries(pages: readonly NavPage[], group: NavGroup): NavEntry[] {
  return pages.filter((page): page is NavEntry => page.nav?.group === group);
}
