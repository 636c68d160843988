import { useTranslation } from 'react-i18next';
import { type OperationResult, useClient, useMutation } from 'urql';
import { useViewer } from '#client/features/session/use-session.ts';
import { apiErrorOf, type MutationErrors } from '#client/graphql/errors.ts';
import type { Role } from '#client/graphql/schema.generated.ts';
import { idPage, useBulk } from '#client/graphql/use-bulk.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { limits } from '#shared/limits.ts';
import {
  BanUsersDocument,
  DeleteUsersDocument,
  RevokeSessionsOfUsersDocument,
  UnbanUsersDocument,
} from './user-actions.generated.ts';
import {
  UpdateUserRolesDocument,
  UserIdsDocument,
  type UserIdsQueryVariables,
  UserStatusesDocument,
} from './user-selection.generated.ts';

export type UserSelectionProps = {
  filter: Omit<UserIdsQueryVariables, 'first' | 'after'>;
  total: { count: number; isExact: boolean } | undefined;
};

type Payload = { errors: MutationErrors['errors'] } | null;

/** Bulk actions on users, each with a confirmation. Skips the viewer. */
export function useUserBulk({ filter, total }: UserSelectionProps) {
  const { t } = useTranslation(['list', 'user']);
  const client = useClient();
  const { user: viewer } = useViewer();
  const { progress, run, stop } = useBulk();
  const [, banUsers] = useMutation(BanUsersDocument);
  const [, unbanUsers] = useMutation(UnbanUsersDocument);
  const [, updateRoles] = useMutation(UpdateUserRolesDocument);
  const [, revokeSessions] = useMutation(RevokeSessionsOfUsersDocument);
  const [, deleteUsers] = useMutation(DeleteUsersDocument);
  const count = useSelectedCount(total);
  const number = formatNumber(count);

  function change<Data>(
    mutate: (ids: string[]) => Promise<OperationResult<Data>>,
    pick: (data: Data) => Payload,
    done: (values: { total: string }) => string,
    undo?: (ids: string[]) => void,
  ): Promise<void> {
    return run({
      total: count,
      without: viewer.id,
      mutate,
      pick,
      done,
      ...(undo && { undo }),
      page: (after) =>
        idPage(
          client.query(
            UserIdsDocument,
            { ...filter, first: limits.nodesMax, after },
            { requestPolicy: 'network-only' },
          ),
          (data) => data.users,
        ),
    });
  }

  const unban = (ids: string[]) =>
    run({
      ids,
      total: ids.length,
      mutate: (batch) => unbanUsers({ input: { ids: batch } }),
      pick: (data) => data.unbanUsers,
      done: (values) => t('list:users.unbanned', values),
    });

  function ban(input: { banReason: string; banEndsAt: string | null }) {
    /** Already banned users: undo must not unban them. */
    const bannedBefore = new Set<string>();
    return change(
      async (ids) => {
        const { data, error } = await client.query(
          UserStatusesDocument,
          { ids },
          { requestPolicy: 'network-only' },
        );
        if (error && !data?.nodes) throw apiErrorOf(error);
        for (const user of data?.nodes ?? []) {
          if (user && 'status' in user && user.status === 'BANNED') bannedBefore.add(user.id);
        }
        return banUsers({ input: { ids, ...input } });
      },
      (data) => data.banUsers,
      (values) => t('list:users.banned', values),
      (ids) => void unban(ids.filter((id) => !bannedBefore.has(id))),
    );
  }

  return {
    progress,
    stop,
    number,
    ban,
    async setRole(role: Role) {
      const values = { total: number, role: t(`user:role.${role}`) };
      const isSure = await confirm({
        title: t('list:users.roleQuestion', values),
        body: t(`user:roleHint.${role}`),
        confirm: t('list:users.role'),
      });
      if (!isSure) return;
      await change(
        (ids) => updateRoles({ input: { ids, role } }),
        (data) => data.updateUserRoles,
        ({ total }) => t('list:users.roleDone', { total, role: values.role }),
      );
    },
    async revoke() {
      const isSure = await confirm({
        title: t('list:users.revokeQuestion', { total: number }),
        body: t('list:users.revokeBody'),
        confirm: t('list:users.revoke'),
      });
      if (!isSure) return;
      await change(
        (ids) => revokeSessions({ input: { ids } }),
        (data) => data.revokeSessionsOfUsers,
        (values) => t('list:users.revoked', values),
      );
    },
    async remove() {
      const isSure = await confirm({
        title: t('list:users.deleteQuestion', { total: number }),
        body: t('user:delete.body'),
        confirm: t('list:users.deleteConfirm'),
        danger: true,
      });
      if (!isSure) return;
      await change(
        (ids) => deleteUsers({ input: { ids } }),
        (data) => data.deleteUsers,
        (values) => t('list:users.deleted', values),
      );
    },
  };
}
