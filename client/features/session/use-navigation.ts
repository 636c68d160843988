import { useMatches } from 'react-router';
import type { AreaHandle, NavGroup, Navigation, NavPage } from '#client/lib/navigation.ts';
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
