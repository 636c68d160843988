import { useTranslation } from 'react-i18next';
import { AccessTokens } from '#client/features/account/access-tokens.tsx';
import { useViewer } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { OwnAuditLog } from './own-audit-log.tsx';

/** What an intruder could have changed besides sessions and ways to sign in. */
export function AccountReview() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  return (
    <>
      <Section title={t('review.email')}>
        <SettingsCard>
          <Setting
            label={<bdi className="wrap-anywhere">{user.email}</bdi>}
            hint={t('review.emailHint')}
          >
            <Link to={paths.account('app')} className={buttonClass('secondary', 'small')}>
              {t('review.emailAction')}
            </Link>
          </Setting>
        </SettingsCard>
      </Section>
      <Section title={t('review.accessTokens')}>
        <AccessTokens />
      </Section>
      <OwnAuditLog />
    </>
  );
}
