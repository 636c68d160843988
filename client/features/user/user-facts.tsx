import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { breakable } from '#client/ui/base/rich-text.tsx';
import {
  CopyFact,
  copiedClass,
  DescriptionList,
  Fact,
  IdFact,
  TimeFact,
} from '#client/ui/list/description-list.tsx';
import { type Language, languages } from '#shared/languages.ts';
import type { UserDetailFragment } from './user.generated.ts';

type UserFactsProps = {
  user: UserDetailFragment;
  self: boolean;
  copyInvitation: { onSelect: () => void } | false;
};

export function UserFacts({ user, self, copyInvitation }: UserFactsProps) {
  const { t } = useTranslation('user');
  const { id, email, role, isServiceAccount, createdAt, onboardedAt, lastActiveAt } = user;
  const roleHint = isServiceAccount
    ? (`serviceAccount.roleHint.${role}` as const)
    : (`roleHint.${role}` as const);
  return (
    <DescriptionList>
      {!isServiceAccount && (
        <CopyFact label={t('field.email')} text={email} copyLabel={t('action.copyEmail')}>
          <bdi dir="ltr" className="wrap-anywhere">
            {breakable(email)}
          </bdi>
        </CopyFact>
      )}
      {copyInvitation && (
        <Fact label={t('invitation.label')}>
          <span className={copiedClass}>
            {t('invitation.expiry')}
            <IconButton
              icon={Link2}
              label={t('invitation.copyLink')}
              onClick={copyInvitation.onSelect}
            />
          </span>
        </Fact>
      )}
      <Fact label={t('field.role')}>
        {t(`role.${role}`)}
        <span className="block text-text-muted">{t(self ? 'self.role' : roleHint)}</span>
      </Fact>
      {user.language && (
        <Fact label={t('field.language')}>
          {languages[user.language.toLowerCase() as Language].name}
        </Fact>
      )}
      {user.linkedProviders?.length ? <LinkedProvidersFact user={user} /> : null}
      <TimeFact label={t('field.createdAt')} value={createdAt} />
      {!isServiceAccount && (onboardedAt || user.status === 'ACTIVE') && (
        <TimeFact label={t('field.onboardedAt')} value={onboardedAt} missing={t('detail.notYet')} />
      )}
      <TimeFact
        label={t(isServiceAccount ? 'serviceAccount.lastUsed' : 'field.lastActiveAt')}
        value={lastActiveAt}
        missing={t('detail.never')}
      />
      <IdFact id={id} label={t('field.id')} copyLabel={t('action.copyId')} />
    </DescriptionList>
  );
}

function LinkedProvidersFact({ user: { linkedProviders } }: { user: UserDetailFragment }) {
  const { t } = useTranslation('user');
  return (
    <Fact label={t('field.linkedProviders')}>
      {linkedProviders?.map(({ providerId, name, linkedAt }) => (
        <span key={providerId} className="flex flex-wrap gap-x-2">
          <bdi>{name}</bdi>
          <span className="text-text-muted">
            <RelativeTime value={linkedAt} focusable />
          </span>
        </span>
      ))}
    </Fact>
  );
}
