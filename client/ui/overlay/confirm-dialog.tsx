import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { type ConfirmOptions, pendingConfirmation } from './confirm.ts';
import { DialogActions, ResponsiveDialog } from './responsive-dialog.tsx';

type ConfirmDialogProps = {
  question: ConfirmOptions & { answer: (yes: boolean) => void };
  open: boolean;
};

function ConfirmDialog({ question, open }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { title, body, confirm, cancel, danger, answer } = question;
  return (
    <ResponsiveDialog
      open={open}
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

/** Asks what `confirm` is called with. Keeps the last question, so that closing is animated. */
export function ConfirmRoot() {
  const question = pendingConfirmation.use();
  const last = useRef(question);
  if (question) last.current = question;
  if (!last.current) return null;
  return <ConfirmDialog question={last.current} open={question !== null} />;
}
