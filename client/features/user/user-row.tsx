import { useTranslation } from 'react-i18next';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Row } from '#client/ui/list.tsx';
import type { UserRowFragment } from './user-row.generated.ts';

const statusTone: Record<UserRowFragment['status'], Tone> = {
  ACTIVE: 'success',
  INVITED: 'warning',
  BANNED: 'danger',
};

/** A person in a list. Who has no name yet goes by the address. */
export function UserRow({ user: { id, name, email, roles, status } }: { user: UserRowFragment }) {
  const { t } = useTranslation('user');
  return (
    <Row
      lead={<Avatar id={id} name={name || email} />}
      title={name || email}
      subtitle={name ? email : t('row.noName')}
      meta={
        <>
          {roles.includes('ADMIN') && <Badge tone="accent">{t('role.ADMIN')}</Badge>}
          <Badge tone={statusTone[status]}>{t(`status.${status}`)}</Badge>
        </>
      }
    />
  );
}
