import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Row } from '#client/ui/list/list.tsx';
import type { MemberRowFragment } from './members.generated.ts';

type PersonRowProps = {
  member: Pick<MemberRowFragment, 'userId' | 'name' | 'pictureUrl' | 'email' | 'isServiceAccount'>;
  /** By default the name. */
  title?: string;
  end?: ReactNode;
  actions: ReactNode;
};

/** A member of an organization in a list, with their email unless it is hidden from the viewer. */
export function PersonRow({ member, title, ...row }: PersonRowProps) {
  const { t } = useTranslation('organization');
  const subtitle = member.isServiceAccount ? t('serviceAccount.badge') : member.email;
  return (
    <Row
      lead={<Avatar {...member} id={member.userId} />}
      title={title ?? member.name}
      {...(subtitle && { subtitle })}
      {...row}
    />
  );
}
