import { Bot, Ellipsis, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNewToken } from '#client/features/access-token/use-new-token.tsx';
import type { MemberRowFragment } from '#client/features/member/members.generated.ts';
import { useMemberEntries } from '#client/features/member/use-member-entries.tsx';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';

type ServiceAccountRowProps = {
  account: Masked<MemberRowFragment> & { grantableScopes: AccessTokenScope[] };
};

export function ServiceAccountRow({ account }: ServiceAccountRowProps) {
  const member = unmask(account);
  const { userId, name, role } = member;
  const { t } = useTranslation('organization');
  const entries = useMemberEntries(member);
  const newToken = useNewToken({
    scopes: account.grantableScopes,
    serviceAccountId: userId,
    inOrganization: true,
    onCreated: refetchOrganizations,
  });
  return (
    <>
      <Row
        lead={<RowIcon icon={Bot} />}
        title={name}
        end={role !== 'MEMBER' && <Badge tone="accent">{t(`role.${role}`)}</Badge>}
        actions={
          <>
            <Button
              look="quiet"
              size="small"
              aria-label={t('serviceAccount.newTokenOf', { name })}
              onClick={newToken.open}
            >
              <Plus className="size-4" />
              <span className="max-sm:sr-only">{t('serviceAccount.newToken')}</span>
            </Button>
            <Menu
              label={t('members.menu', { name })}
              trigger={<Ellipsis className="size-4" />}
              triggerClass={buttonClass('quiet', 'icon')}
              entries={entries}
            />
          </>
        }
      />
      {newToken.dialog}
    </>
  );
}
