import { FolderGit2, LayoutDashboard, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { NavLink } from './nav-link.tsx';

const groups = [
  {
    label: 'nav.application',
    entries: [
      {
        to: paths.home('manager'),
        label: 'nav.dashboard',
        icon: LayoutDashboard,
        permission: 'apps:manager',
      },
      {
        to: paths.repositories('manager'),
        label: 'nav.repositories',
        icon: FolderGit2,
        permission: 'repository:read',
      },
    ],
  },
  {
    label: 'nav.configuration',
    entries: [{ to: paths.users(), label: 'nav.users', icon: UsersRound, permission: 'user:list' }],
  },
] as const;

type ManagerNavProps = { shape: 'side' | 'rail'; onNavigate?: () => void };

/** Where one can go in the manager area; what one may not see is not offered. */
export function ManagerNav({ shape, onNavigate }: ManagerNavProps) {
  const { t } = useTranslation();
  const { permissions } = useViewer();
  return (
    <nav aria-label={t('nav.main')} className="grid gap-6">
      {groups.map((group) => (
        <div key={group.label} className="grid gap-1">
          {shape === 'side' ? (
            <h2 className="px-3 pb-1 text-xs font-medium text-text-muted">{t(group.label)}</h2>
          ) : (
            <hr className="mx-3 border-line first:hidden" />
          )}
          {group.entries
            .filter((entry) => permissions.has(entry.permission))
            .map(({ to, label, icon }) => (
              <NavLink
                key={to}
                to={to}
                icon={icon}
                label={t(label)}
                shape={shape}
                {...(onNavigate && { onClick: onNavigate })}
              />
            ))}
        </div>
      ))}
    </nav>
  );
}
