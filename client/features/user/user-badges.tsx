import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#client/ui/base/badge.tsx';
import type { UserRowFragment } from './user.generated.ts';

const statusTone: Record<UserRowFragment['status'], Tone> = {
  ACTIVE: 'success',
  INVITED: 'warning',
  BANNED: 'danger',
};

export function StatusBadge({ status }: Pick<UserRowFragment, 'status'>) {
  const { t } = useTranslation('user');
  return <Badge tone={statusTone[status]}>{t(`status.${status}`)}</Badge>;
}

export function UserBadges({
  user,
}: {
  user: Pick<UserRowFragment, 'role' | 'status' | 'isServiceAccount'>;
}) {
  const { t } = useTranslation('user');
  return (
    <>
      {user.isServiceAccount && <Badge>{t('serviceAccount.badge')}</Badge>}
      {user.role !== 'USER' && <Badge tone="accent">{t(`role.${user.role}`)}</Badge>}
      <StatusBadge status={user.status} />
    </>
  );
}
