import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMutation } from 'urql';
import { displayName } from '#client/features/user/display-name.ts';
import { userPaths } from '#client/features/user/entity.ts';
import type { UserActionsFragment } from '#client/features/user/user.generated.ts';
import { withDependents } from '#client/graphql/dependents.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { confirmAndRun, offerUndo, runWithUndo } from '#client/graphql/run-mutation.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import { paths } from '#client/paths.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import { BanDialog } from './ban-dialog.tsx';
import { useImpersonate } from './use-impersonate.ts';
import {
  BanUsersDocument,
  type BanUsersMutation,
  DeleteUsersDocument,
  ResendUserInvitationDocument,
  type ResendUserInvitationMutation,
  UnbanUsersDocument,
  type UnbanUsersMutation,
  UserBanDocument,
  UserDependentsDocument,
} from './user-actions.generated.ts';

export type UserActions = {
  updatePath?: string;
  impersonate?: () => void;
  ban?: () => void;
  unban?: () => void;
  remove?: () => void;
  inviteAgain?: () => void;
  copyInvitation?: () => void;
};

type Ban = { banReason: string; banEndsAt: string | null };

type Options = {
  onChanged?: () => void;
  onDeleted?: () => void;
};

export function useUserActions(
  masked: Masked<UserActionsFragment>,
  { onChanged, onDeleted }: Options = {},
): { actions: UserActions; dialog: ReactNode } {
  const user = unmask(masked);
  const { t } = useTranslation('user');
  const impersonate = useImpersonate();
  const client = useClient();
  const [, banUsers] = useMutation(BanUsersDocument);
  const [, unbanUsers] = useMutation(UnbanUsersDocument);
  const [, deleteUsers] = useMutation(DeleteUsersDocument);
  const [, inviteAgain] = useMutation(ResendUserInvitationDocument);
  const [isBanning, setIsBanning] = useState(false);
  const { id, email, status, viewerCanUpdate, viewerCanBan, viewerCanImpersonate } = user;
  const texts = user.isServiceAccount ? 'serviceAccount.' : '';
  const name = displayName(user);

  const unbanStep = {
    mutate: () => unbanUsers({ input: { ids: [id] } }),
    pick: (data: UnbanUsersMutation) => data.unbanUsers,
    done: t(`${texts}unban.done`),
  };
  const banStep = (input: Ban) => ({
    mutate: () => banUsers({ input: { ids: [id], ...input } }),
    pick: (data: BanUsersMutation) => data.banUsers,
    done: t(`${texts}ban.done`),
  });

  async function unban() {
    const { data } = await client.query(UserBanDocument, { id }).toPromise();
    const { banReason = null, banEndsAt = null } = data?.user ?? {};
    const undo = banReason !== null && {
      ...banStep({ banReason, banEndsAt }),
      onDone: onChanged,
    };
    if (await runWithUndo(unbanStep, undo)) onChanged?.();
  }

  async function remove() {
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(UserDependentsDocument, { id }, options);
    const body = await withDependents(t(`${texts}delete.body`), data?.user?.dependents);
    const done = await confirmAndRun({
      question: {
        title: t('delete.question', { name }),
        body,
        confirm: t(`${texts}delete.confirm`),
        danger: true,
      },
      mutate: () => deleteUsers({ input: { ids: [id] } }),
      pick: (data) => data.deleteUsers,
      done: t(`${texts}delete.done`),
    });
    if (done) onDeleted?.();
  }

  async function resend() {
    const step = {
      mutate: () => inviteAgain({ input: { id } }),
      pick: (data: ResendUserInvitationMutation) => data.resendUserInvitation,
      done: t('invitation.sent', { email }),
    };
    if (await runWithUndo(step, false)) onChanged?.();
  }

  const copyInvitation = () =>
    copyWithToast(`${location.origin}${paths.login(null, email)}`, t('invitation.copied'));

  const ban = () => afterMenu(() => setIsBanning(true));

  const banned = status === 'BANNED';
  return {
    actions: {
      ...(viewerCanUpdate && { updatePath: userPaths.update(id) }),
      ...(viewerCanImpersonate && !banned && { impersonate: () => void impersonate(id, name) }),
      ...(viewerCanBan && (banned ? { unban: () => void unban() } : { ban })),
      ...(user.viewerCanResendInvitation && {
        inviteAgain: () => void resend(),
        copyInvitation: () => void copyInvitation(),
      }),
      ...(user.viewerCanDelete && { remove: () => void remove() }),
    },
    dialog: (
      <MountOnOpen open={isBanning}>
        <BanDialog
          title={t('ban.title', { name })}
          body={t(`${texts}ban.body`)}
          confirm={t(`${texts}ban.confirm`)}
          open={isBanning}
          onClose={() => setIsBanning(false)}
          onBan={async (input) => {
            const result = await banUsers({ input: { ids: [id], ...input } });
            const failed = findMutationErrors(result, result.data?.banUsers);
            if (failed) return failed;
            offerUndo(t(`${texts}ban.done`), { ...unbanStep, onDone: onChanged });
            onChanged?.();
            return null;
          }}
        />
      </MountOnOpen>
    ),
  };
}
