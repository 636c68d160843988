import { Lock, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { listClass, Row } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import { organizationPaths } from './organization-paths.ts';
import type { PasskeyLockedOrganizationFragment } from './passkey-locked.generated.ts';
import { useLeave } from './use-leave.ts';

type PasskeyLockedListProps = { organizations: readonly PasskeyLockedOrganizationFragment[] };

/** The viewer's organizations that need a sign-in with a passkey. Their pages say what to do. */
export function PasskeyLockedList({ organizations }: PasskeyLockedListProps) {
  const { t } = useTranslation('organization');
  const leave = useLeave();
  return (
    <Section title={t('passkeyLocked.section')}>
      <ul aria-label={t('passkeyLocked.section')} className={listClass}>
        {organizations.map(({ organizationId: id, name, slug, viewerCanLeave }) => (
          <Row
            key={id}
            to={organizationPaths.home(slug)}
            lead={<OrganizationLogo id={id} name={name} />}
            title={name}
            subtitle={t('passkeyLocked.subtitle')}
            end={<Lock className="size-4 text-text-muted" />}
            actions={
              viewerCanLeave && (
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('leave.label', { name })}
                  title={t('leave.action')}
                  onClick={() => void leave({ id, name })}
                >
                  <LogOut className="mirrored size-4" />
                </Button>
              )
            }
          />
        ))}
      </ul>
    </Section>
  );
}
