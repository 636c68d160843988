import { Ban, LogOut, Trash2, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiRole } from '#client/lib/roles.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { SelectionBar } from '#client/ui/list/selection-bar.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { roleNames } from '#shared/permissions.ts';
import { BanDialog } from './ban-dialog.tsx';
import { type UserSelectionProps, useUserBulk } from './use-user-bulk.ts';

const icon = { className: 'size-4' } as const;

export function UserSelection(props: UserSelectionProps) {
  const { t } = useTranslation(['list', 'user']);
  const [isBanning, setIsBanning] = useState(false);
  const { progress, stop, number, ban, setRole, revoke, remove } = useUserBulk(props);
  return (
    <>
      <SelectionBar total={props.total} progress={progress} onStop={stop}>
        <Button size="small" onClick={() => setIsBanning(true)}>
          <Ban {...icon} />
          {t('user:ban.action')}
        </Button>
        <Menu
          side="top"
          triggerClass={buttonClass('secondary', 'small')}
          trigger={
            <>
              <UserRoundCog {...icon} />
              {t('list:users.role')}
            </>
          }
          entries={roleNames.map(apiRole).map((role) => ({
            label: t(`user:role.${role}`),
            onSelect: () => void setRole(role),
          }))}
        />
        <Button size="small" onClick={() => void revoke()}>
          <LogOut {...icon} />
          {t('list:users.revoke')}
        </Button>
        <Button size="small" look="danger" onClick={() => void remove()}>
          <Trash2 {...icon} />
          {t('user:delete.short')}
        </Button>
      </SelectionBar>
      <BanDialog
        title={t('list:users.banTitle', { total: number })}
        body={t('user:ban.body')}
        confirm={t('user:ban.confirm')}
        open={isBanning}
        onClose={() => setIsBanning(false)}
        onBan={async (input) => {
          void ban(input);
          return null;
        }}
      />
    </>
  );
}
