import { useNavigation } from '#client/features/session/use-navigation.ts';
import type { TextKey } from '#client/i18n/text-key.ts';
import type { NavIcon } from '#client/lib/navigation.ts';

/** A page that G and a letter open. */
export type GoTarget = {
  letter: string;
  label: TextKey;
  to: string;
  /** The label of another area says that it is opened. */
  isArea: boolean;
};

const keysByIcon: Partial<Record<NavIcon, string>> = { app: 'h', manager: 'd' };

/** The letter after G of a page of the navigation: the first one of its icon's name. */
export const goLetter = (icon: NavIcon) => keysByIcon[icon] ?? icon.charAt(0);

/** The pages that G and a letter open; of two with the same letter, the first one. */
export function useGoTargets(): GoTarget[] {
  const { pages, otherAreas } = useNavigation();
  const targets = new Map<string, GoTarget>();
  const all = [
    ...pages.map(({ nav, ...page }) => ({ ...page, icon: nav?.icon, isArea: false })),
    ...otherAreas.map((area) => ({ ...area, isArea: true })),
  ];
  for (const { icon, label, to, isArea } of all) {
    if (!icon) continue;
    const letter = goLetter(icon);
    if (!targets.has(letter)) targets.set(letter, { letter, label, to, isArea });
  }
  return [...targets.values()];
}
