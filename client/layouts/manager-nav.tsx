import { useTranslation } from 'react-i18next';
import { navEntries, useNavigation } from '#client/features/session/use-navigation.ts';
import { NavLink } from './nav-link.tsx';

type ManagerNavProps = { shape: 'side' | 'rail'; onNavigate?: () => void };

export function ManagerNav({ shape, onNavigate }: ManagerNavProps) {
  const { t } = useTranslation();
  const { pages } = useNavigation();
  return (
    <nav aria-label={t('nav.main')} className="grid gap-6">
      {(['nav.application', 'nav.configuration'] as const).map((group) => (
        <div key={group} className="grid gap-1">
          {shape === 'side' ? (
            <h2 className="px-3 pb-1 text-xs font-medium text-text-muted">{t(group)}</h2>
          ) : (
            <hr className="mx-3 border-line first:hidden" />
          )}
          {navEntries(pages, group).map((entry) => (
            <NavLink key={entry.to} entry={entry} shape={shape} onClick={onNavigate} />
          ))}
        </div>
      ))}
    </nav>
  );
}
