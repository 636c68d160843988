import { type NavIcon, useNavigation } from '#client/features/session/use-navigation.ts';
import type { TextKey } from '#client/i18n/texts.ts';

export type GoTarget = {
  letter: string;
  label: TextKey;
  to: string;
};

const keysByIcon: Partial<Record<NavIcon, string>> = { app: 'h', manager: 'd' };

/** The letter after G for a page in the navigation. Defaults to the first letter of the icon's name. */
export const goLetter = (icon: NavIcon) => keysByIcon[icon] ?? icon.charAt(0);

/** The pages opened with G and a letter. If two share a letter, the first one wins. */
export function useGoTargets(): GoTarget[] {
  const { pages, otherAreas } = useNavigation();
  const targets = new Map<string, GoTarget>();
  const all = [...pages.map(({ nav, ...page }) => ({ ...page, icon: nav?.icon })), ...otherAreas];
  for (const { icon, label, to } of all) {
    if (!icon) continue;
    const letter = goLetter(icon);
    if (!targets.has(letter)) targets.set(letter, { letter, label, to });
  }
  return [...targets.values()];
}
