import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Reauthenticate } from '#client/features/auth/reauthenticate/reauthenticate.tsx';
import { forgetSession } from '#client/features/session/session.ts';
import { runSessionTransition } from '#client/features/session/session-transition.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { deleteAccount } from './account-api.ts';

export default function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isDeleted, setIsDeleted] = useState(false);
  const closeDialog = useRef(onClose);

  // Keeps the confirmation open after the session has ended; closing it redirects to /login.
  const remove = () =>
    runSessionTransition(async () => {
      await deleteAccount();
      setIsDeleted(true);
      await new Promise<void>((resolve) => {
        closeDialog.current = resolve;
      });
      forgetSession();
      await navigate(paths.login(), { state: discardUnsavedChanges });
    });

  return (
    <ResponsiveDialog
      open={open}
      onClose={isDeleted ? () => closeDialog.current() : onClose}
      title={t(isDeleted ? 'delete.done' : 'delete.title')}
      {...(isDeleted && { description: t('delete.doneBody') })}
      alert
    >
      {isDeleted ? (
        <DialogActions>
          <Button look="primary" onClick={() => closeDialog.current()} autoFocus>
            {t('delete.leave')}
          </Button>
        </DialogActions>
      ) : (
        <Reauthenticate
          reason={(values) => t('delete.body', values)}
          confirm={t('delete.confirm')}
          danger
          onReauthenticated={remove}
          onCancel={onClose}
        />
      )}
    </ResponsiveDialog>
  );
}
