import { Building2, FolderGit2, type LucideIcon, UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { hasPermission } from '#client/features/session/session.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { Permission } from '#shared/permissions.ts';

type Step = {
  id: 'repository' | 'user' | 'organization';
  icon: LucideIcon;
  permission: Permission;
  to: string;
  action: string;
};

export function FirstSteps() {
  const { t } = useTranslation(['dashboard', 'repository', 'user']);
  const viewer = useViewer();
  const steps: Step[] = [
    {
      id: 'repository',
      icon: FolderGit2,
      permission: 'repository:create',
      to: repositoryPaths.create(),
      action: t('repository:new.action'),
    },
    {
      id: 'user',
      icon: UserRoundPlus,
      permission: 'user:create',
      to: userPaths.create(),
      action: t('user:new.action'),
    },
    {
      id: 'organization',
      icon: Building2,
      permission: 'organization:create',
      to: organizationPaths.create(),
      action: t('dashboard:first.organizationAction'),
    },
  ];
  const allowed = steps.filter(({ permission }) => hasPermission(viewer, permission));
  if (allowed.length === 0) return null;
  return (
    <div className="mb-8 *:mt-0">
      <Section title={t('dashboard:first.title')}>
        <ol className="divide-y divide-line rounded-card border border-line bg-surface-raised">
          {allowed.map(({ id, icon: Icon, to, action }, index) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:p-5">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-glow-soft text-warning-text">
                <Icon className="size-5" strokeWidth={1.5} />
              </span>
              <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
                <h3 className="font-medium">{t(`dashboard:first.${id}`)}</h3>
                <p className="max-w-[60ch] text-pretty text-text-muted">
                  {t(`dashboard:first.${id}Hint`)}
                </p>
              </div>
              <Link
                to={to}
                className={buttonClass(
                  index === 0 ? 'primary' : 'secondary',
                  'normal',
                  'max-sm:w-full',
                )}
              >
                {action}
              </Link>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
