import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { Row } from '#client/ui/list/list.tsx';
import type { MemberRowFragment } from './members.generated.ts';

type PersonRowProps = {
  member: MemberRowFragment;
  /** By default the email, unless it is hidden from the viewer. */
  subtitle?: string;
  end?: ReactNode;
  actions?: ReactNode;
};

/** A member of an organization in a list. */
export function PersonRow({ member, subtitle, ...row }: PersonRowProps) {
  const { name, email, isServiceAccount, isViewer } = member;
  const { t } = useTranslation('organization');
  const shown = subtitle ?? (isServiceAccount ? t('serviceAccount.badge') : email);
  return (
    <Row
      lead={<Avatar {...member} id={member.userId} />}
      title={isViewer ? t('members.self', { name }) : name}
      {...(shown && { subtitle: shown })}
      {...row}
    />
  );
}

export function RoleBadge({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation('organization');
  return <Badge tone={role === 'OWNER' ? 'accent' : 'neutral'}>{t(`role.${role}`)}</Badge>;
}
