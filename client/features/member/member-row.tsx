import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MemberRowFragment } from './members.generated.ts';
import { useMemberEntries } from './use-member-entries.tsx';

export function MemberRow({ member: masked }: { member: Masked<MemberRowFragment> }) {
  const member = unmask(masked);
  const { userId, name, pictureUrl, email, role, isServiceAccount, isViewer } = member;
  const { t } = useTranslation('organization');
  const entries = useMemberEntries(member);
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
      title={isViewer ? t('members.self', { name }) : name}
      {...(isServiceAccount
        ? { subtitle: t('serviceAccount.badge') }
        : email && { subtitle: email })}
      end={role !== 'MEMBER' && <Badge tone="accent">{t(`role.${role}`)}</Badge>}
      actions={
        entries.length > 0 ? (
          <Menu
            label={t('members.menu', { name })}
            trigger={<Ellipsis className="size-4" />}
            triggerClass={buttonClass('quiet', 'icon')}
            entries={entries}
          />
        ) : (
          <span className="block size-9" />
        )
      }
    />
  );
}
