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
  const { userId, name, pictureUrl, email, isServiceAccount } = member;
  const { t } = useTranslation('organization');
  const subtitle = isServiceAccount ? t('serviceAccount.badge') : email;
  return (
    <Row
      lead={
        <Avatar
          id={userId}
          name={name}
          pictureUrl={pictureUrl}
          isServiceAccount={isServiceAccount}
        />
      }
      title={title ?? name}
      {...(subtitle && { subtitle })}
      {...row}
    />
  );
}
