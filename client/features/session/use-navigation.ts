import {
  Activity,
  Bot,
  Building2,
  House,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Smartphone,
  UserRound,
} from 'lucide-react';
import { useMatches } from 'react-router';
import { entities } from '#client/generated/entities.ts';
import type { Entity } from '#client/lib/entity.ts';
import type { AreaHandle, NavGroup, NavIcon, Navigation, NavPage } from '#client/lib/navigation.ts';
import { hasPermission } from './session.ts';
import { useViewer } from './use-session.ts';

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

const allEntities: readonly Entity[] = entities;

export const navIcons = {
  account: UserRound,
  app: Smartphone,
  auditLog: ScrollText,
  home: House,
  manager: LayoutDashboard,
  organizations: Building2,
  serviceAccounts: Bot,
  system: Activity,
  ...Object.fromEntries(allEntities.map(({ list, icon, listIcon = icon }) => [list, listIcon])),
} as Record<NavIcon, LucideIcon>;
