import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Reauthenticate } from '#client/features/auth/reauthenticate.tsx';
import { forgetSession } from '#client/features/session/session.ts';
import { runSessionTransition } from '#client/features/session/session-transition.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { deleteAccount } from './account-api.ts';

/** Deletes the account after reauthentication and confirms that it is deleted. */
export default function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [gone, setGone] = useState(false);
  const leave = useRef(onClose);

  // The confirmation stays open although the session has ended; leaving it leads to /login.
  const remove = () =>
    runSessionTransition(async () => {
      await deleteAccount();
      setGone(true);
      await new Promise<void>((resolve) => {
        leave.current = resolve;
      });
      forgetSession();
      await navigate(paths.login(), { state: discardUnsavedChanges });
    });

  return (
    <ResponsiveDialog
      open={open}
      onClose={gone ? () => leave.current() : onClose}
      title={t(gone ? 'delete.done' : 'delete.title')}
      {...(gone && { description: t('delete.doneBody') })}
      alert
    >
      {gone ? (
        <DialogActions>
          <Button look="primary" onClick={() => leave.current()} autoFocus>
            {t('delete.leave')}
          </Button>
        </DialogActions>
      ) : (
        <Reauthenticate
          reason={(values) => t('delete.body', values)}
          confirm={t('delete.confirm')}
          danger
          onProven={remove}
          onCancel={onClose}
        />
      )}
    </ResponsiveDialog>
  );
}
