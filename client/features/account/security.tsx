import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccessTokens } from '#client/features/access-token/token-lists.tsx';
import { OwnPasskeys } from '#client/features/passkey/own-passkeys.tsx';
import { OwnRecoveryCodes } from '#client/features/recovery-codes/own-recovery-codes.tsx';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { listClass, Row, RowIcon } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { LinkedProviders } from './linked-providers.tsx';
import { OwnAuditLog } from './own-audit-log.tsx';
import { OwnSessions } from './own-sessions.tsx';

export function Security() {
  const { t } = useTranslation('account');
  const isReview = useSearch().has('review');
  return (
    <div className="*:first:mt-0">
      {isReview && (
        <div className="flex gap-3 rounded-card bg-warning-soft p-4 text-sm text-warning-text">
          <AlertIcon />
          <div className="grid gap-1">
            <p className="font-medium">{t('review.title')}</p>
            <p>{t('review.body')}</p>
          </div>
        </div>
      )}
      {isReview && <AccountReview />}
      <Section title={t('signIn.title')}>
        <ul aria-label={t('signIn.title')} className={listClass}>
          <Row
            lead={<RowIcon icon={Mail} />}
            title={t('signIn.code')}
            subtitle={t('signIn.codeHint')}
          />
          <LinkedProviders />
          <OwnPasskeys />
        </ul>
      </Section>
      <OwnRecoveryCodes />
      {isReview && <OwnAuditLog />}
      {!isReview && <OwnSessions />}
      {isReview && (
        <div className="mt-8 flex justify-end max-sm:*:grow">
          <Link to="?" replace className={buttonClass('primary')}>
            {t('review.done')}
          </Link>
        </div>
      )}
    </div>
  );
}

/** What an intruder could have changed besides ways to sign in, where there may be nothing to remove. */
function AccountReview() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  return (
    <>
      <OwnSessions />
      <Section title={t('review.email')}>
        <ul aria-label={t('review.email')} className={listClass}>
          <Row
            lead={<RowIcon icon={Mail} />}
            title={user.email}
            subtitle={t('review.emailHint')}
            end={
              <Link to={paths.account('app')} className={buttonClass('secondary', 'small')}>
                {t('review.emailAction')}
              </Link>
            }
          />
        </ul>
      </Section>
      <Section title={t('review.accessTokens')}>
        <AccessTokens isReview />
      </Section>
    </>
  );
}
