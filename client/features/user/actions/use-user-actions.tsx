import { Ban, Link2, Mail, Pencil, Trash2, Undo2, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import { call } from '#client/features/auth/auth-api.ts';
import { forgetSession } from '#client/features/session/session.ts';
import { displayName, userPaths } from '#client/features/user/entity.ts';
import {
  BanUsersDocument,
  DeleteUsersDocument,
  ResendUserInvitationDocument,
  UnbanUsersDocument,
  type UserActionsFragment,
  UserDependentsDocument,
} from '#client/features/user/user.generated.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import {
  confirmAndRun,
  offerUndo,
  runMutation,
  withDependents,
} from '#client/graphql/run-mutation.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import { toApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { copyWithToast, toast } from '#client/ui/overlay/toast.ts';
import { BanDialog } from './ban-dialog.tsx';

type BanInput = { banReason: string; banEndsAt: string | null };

/** What the viewer may do with a user, as menu entries; false for what they may not. */
export function useUserActions(user: UserActionsFragment, onDeleted?: () => void) {
  const { t } = useTranslation('user');
  const impersonate = useImpersonate();
  const client = useClient();
  const [, banUsers] = useMutation(BanUsersDocument);
  const [, unbanUsers] = useMutation(UnbanUsersDocument);
  const [, deleteUsers] = useMutation(DeleteUsersDocument);
  const [, inviteAgain] = useMutation(ResendUserInvitationDocument);
  const [isBanning, setIsBanning] = useState(false);
  const { id, email, status, banReason, banEndsAt } = user;
  const texts = user.isServiceAccount ? 'serviceAccount.' : '';
  const name = displayName(user);

  const unbanStep = {
    mutate: () => unbanUsers({ input: { ids: [id] } }),
    done: t(`${texts}unban.done`),
  };
  const banStep = (input: BanInput) => ({
    mutate: () => banUsers({ input: { ids: [id], ...input } }),
    done: t(`${texts}ban.done`),
  });

  const unban = () =>
    runMutation(unbanStep, banReason !== null && banStep({ banReason, banEndsAt }));

  async function remove() {
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(UserDependentsDocument, { id }, options);
    const body = withDependents(t(`${texts}delete.body`), data?.user?.dependents);
    await confirmAndRun({
      title: t('delete.question', { name }),
      body,
      confirm: t(`${texts}delete.confirm`),
      danger: true,
      mutate: () => deleteUsers({ input: { ids: [id] } }),
      done: t(`${texts}delete.done`),
      onDone: onDeleted,
    });
  }

  const resend = () =>
    runMutation({
      mutate: () => inviteAgain({ input: { id } }),
      done: t('invitation.sent', { email }),
    });

  const copyInvitation = () =>
    copyWithToast(`${location.origin}${paths.login(null, email)}`, t('invitation.copied'));

  const ban = () => afterMenu(() => setIsBanning(true));

  const isBanned = status === 'BANNED';
  return {
    actions: {
      edit: user.viewerCanUpdate && {
        label: t('action.edit'),
        icon: Pencil,
        to: userPaths.update(id),
      },
      inviteAgain: user.viewerCanResendInvitation && {
        label: t('invitation.resend'),
        icon: Mail,
        onSelect: resend,
      },
      copyInvitation: user.viewerCanResendInvitation && {
        label: t('invitation.copy'),
        icon: Link2,
        onSelect: copyInvitation,
      },
      impersonate: user.viewerCanImpersonate &&
        !isBanned && {
          label: t('impersonate.action'),
          icon: VenetianMask,
          onSelect: () => void impersonate(id, name),
        },
      ban:
        user.viewerCanBan &&
        (isBanned
          ? { label: t('unban.action'), icon: Undo2, onSelect: unban }
          : { label: t('ban.action'), icon: Ban, onSelect: ban }),
      remove: user.viewerCanDelete && {
        label: t('delete.short'),
        icon: Trash2,
        danger: true,
        onSelect: remove,
      },
    },
    dialog: (
      <BanDialog
        title={t('ban.title', { name })}
        body={t(`${texts}ban.body`)}
        confirm={t(`${texts}ban.confirm`)}
        open={isBanning}
        onClose={() => setIsBanning(false)}
        onBan={async (input) => {
          const failed = findMutationErrors(await banStep(input).mutate());
          if (failed) return failed;
          offerUndo(t(`${texts}ban.done`), unbanStep);
          return null;
        }}
      />
    ),
  };
}

function useImpersonate() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  return async (id: string, name: string) => {
    const yes = await confirm({
      title: t('impersonate.title', { name }),
      body: t('impersonate.body'),
      confirm: t('impersonate.confirm'),
    });
    if (!yes) return;
    try {
      // Signs this browser in as the user, for at most an hour.
      await call('/admin/impersonate-user', { userId: id });
    } catch (error) {
      toast('error', failureText(toApiError(error)));
      return;
    }
    // The area's guard loads the new session, which gets its own urql client.
    forgetSession();
    await navigate(paths.home('app'), { state: discardUnsavedChanges });
  };
}
