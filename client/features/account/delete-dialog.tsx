import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { forgetSession, runSessionTransition } from '#client/features/session/session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

export function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const [isDeleted, setIsDeleted] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const closeDialog = useRef(onClose);

  // Keeps the confirmation open after the session has ended; closing it redirects to /login.
  const remove = () =>
    runSessionTransition(async () => {
      await call('/delete-user', {});
      setIsDeleted(true);
      await new Promise<void>((resolve) => {
        closeDialog.current = resolve;
      });
      forgetSession();
      await navigate(paths.login(), { state: discardUnsavedChanges });
    });

  async function submit() {
    setPending(true);
    setFailure(null);
    try {
      await remove();
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={isDeleted ? () => closeDialog.current() : onClose}
      title={t(isDeleted ? 'account:delete.done' : 'account:delete.title')}
      description={t(isDeleted ? 'account:delete.doneBody' : 'account:delete.body')}
      alert
    >
      {isDeleted ? (
        <DialogActions>
          <Button look="primary" onClick={() => closeDialog.current()} autoFocus>
            {t('account:delete.leave')}
          </Button>
        </DialogActions>
      ) : (
        <>
          {failure && <Notice failure={failure} />}
          <DialogActions>
            <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
            <Button look="danger" pending={pending} onClick={submit}>
              {t('account:delete.confirm')}
            </Button>
          </DialogActions>
        </>
      )}
    </ResponsiveDialog>
  );
}
