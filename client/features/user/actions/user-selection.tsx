import { Ban, LogOut, Trash2, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMutation } from 'urql';
import { useViewer } from '#client/features/session/use-session.ts';
import {
  BanUsersDocument,
  DeleteUsersDocument,
  RevokeSessionsOfUsersDocument,
  UnbanUsersDocument,
  UpdateUserRolesDocument,
  UserStatusesDocument,
} from '#client/features/user/user.generated.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import type { Role } from '#client/graphql/schema.generated.ts';
import { type BulkChange, useBulk } from '#client/graphql/use-bulk.ts';
import type { List } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { apiRole } from '#client/lib/roles.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { SelectionBar, useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { roleNames } from '#shared/permissions.ts';
import { BanDialog } from './ban-dialog.tsx';

export function UserSelection({ list }: { list: List<unknown> }) {
  const { t } = useTranslation(['list', 'user']);
  const [isBanning, setIsBanning] = useState(false);
  const { progress, stop, selected, ban, setRole, revoke, remove } = useUserBulk(list);
  return (
    <>
      <SelectionBar total={list.connection?.totalCountUpTo} progress={progress} onStop={stop}>
        <Button size="small" onClick={() => setIsBanning(true)}>
          <Ban />
          {t('user:ban.action')}
        </Button>
        <Menu
          side="top"
          triggerClass={buttonClass('secondary', 'small')}
          trigger={
            <>
              <UserRoundCog />
              {t('list:users.role')}
            </>
          }
          entries={roleNames.map(apiRole).map((role) => ({
            label: t(`user:role.${role}`),
            onSelect: () => void setRole(role),
          }))}
        />
        <Button size="small" onClick={() => void revoke()}>
          <LogOut />
          {t('list:users.revoke')}
        </Button>
        <Button size="small" look="danger" onClick={() => void remove()}>
          <Trash2 />
          {t('user:delete.short')}
        </Button>
      </SelectionBar>
      <BanDialog
        title={t('list:users.banTitle', selected)}
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

/** Bulk actions on users. Skips the viewer. */
function useUserBulk(list: List<unknown>) {
  const { t } = useTranslation(['list', 'user']);
  const client = useClient();
  const { user: viewer } = useViewer();
  const { progress, run, stop } = useBulk();
  const [, banUsers] = useMutation(BanUsersDocument);
  const [, unbanUsers] = useMutation(UnbanUsersDocument);
  const [, updateRoles] = useMutation(UpdateUserRolesDocument);
  const [, revokeSessions] = useMutation(RevokeSessionsOfUsersDocument);
  const [, deleteUsers] = useMutation(DeleteUsersDocument);
  const count = useSelectedCount(list.connection?.totalCountUpTo);
  const selected = { count, total: formatNumber(count) };

  const change = (job: BulkChange) =>
    run({ ...job, total: count, without: viewer.id, page: list.readIds });

  const unban = (ids: string[]) =>
    run({
      ids,
      total: ids.length,
      mutate: (batch) => unbanUsers({ input: { ids: batch } }),
      done: (values) => t('list:users.unbanned', values),
    });

  function ban(input: { banReason: string; banEndsAt: string | null }) {
    /** Already banned users: undo must not unban them. */
    const bannedBefore = new Set<string>();
    return change({
      async mutate(ids) {
        const fresh = { requestPolicy: 'network-only' } as const;
        const { data, error } = await client.query(UserStatusesDocument, { ids }, fresh);
        if (error && !data?.nodes) throw apiErrorOf(error);
        for (const user of data?.nodes ?? []) {
          if (user && 'status' in user && user.status === 'BANNED') bannedBefore.add(user.id);
        }
        return banUsers({ input: { ids, ...input } });
      },
      done: (values) => t('list:users.banned', values),
      undo: (ids) => void unban(ids.filter((id) => !bannedBefore.has(id))),
    });
  }

  function setRole(role: Role) {
    const to = { role: t(`user:role.${role}`) };
    return change({
      question: {
        title: t('list:users.roleQuestion', { ...selected, ...to }),
        body: t(`user:roleHint.${role}`),
        confirm: t('list:users.role'),
      },
      mutate: (ids) => updateRoles({ input: { ids, role } }),
      done: (values) => t('list:users.roleDone', { ...values, ...to }),
    });
  }

  const revoke = () =>
    change({
      question: {
        title: t('list:users.revokeQuestion', selected),
        body: t('list:users.revokeBody'),
        confirm: t('list:users.revoke'),
      },
      mutate: (ids) => revokeSessions({ input: { ids } }),
      done: (values) => t('list:users.revoked', values),
    });

  const remove = () =>
    change({
      question: {
        title: t('list:users.deleteQuestion', selected),
        body: t('user:delete.body'),
        confirm: t('list:users.deleteConfirm', { count }),
        danger: true,
      },
      mutate: (ids) => deleteUsers({ input: { ids } }),
      done: (values) => t('list:users.deleted', values),
    });

  return { progress, stop, selected, ban, setRole, revoke, remove };
}
