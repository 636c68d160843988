import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { pendingConfirmation } from './confirm.ts';
import { DialogActions, ResponsiveDialog } from './responsive-dialog.tsx';

/** Asks what `confirm` is called with. Keeps the last question, so that closing is animated. */
export function ConfirmRoot() {
  const { t } = useTranslation();
  const question = pendingConfirmation.use();
  const last = useRef(question);
  if (question) last.current = question;
  if (!last.current) return null;
  const { title, body, confirm, cancel, danger, answer } = last.current;
  return (
    <ResponsiveDialog
      open={question !== null}
      onClose={() => answer(false)}
      title={title ?? t('confirm.title')}
      description={body}
      alert
    >
      <DialogActions>
        <Button onClick={() => answer(false)}>{cancel ?? t('confirm.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {confirm ?? t('confirm.confirm')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
}
