import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Fact } from '#client/ui/list/description-list.tsx';
import type { UserDetailFragment } from './user.generated.ts';

type LinkedProvidersFactProps = { user: Pick<UserDetailFragment, 'linkedProviders'> };

export function LinkedProvidersFact({ user: { linkedProviders } }: LinkedProvidersFactProps) {
  const { t } = useTranslation('user');
  return (
    <Fact label={t('field.linkedProviders')}>
      {linkedProviders?.length ? (
        linkedProviders.map(({ providerId, name, linkedAt }) => (
          <span key={providerId} className="flex flex-wrap gap-x-2">
            <bdi>{name}</bdi>
            <span className="text-text-muted">
              <RelativeTime value={linkedAt} focusable />
            </span>
          </span>
        ))
      ) : (
        <span className="text-text-muted">{t('detail.noProviders')}</span>
      )}
    </Fact>
  );
}
