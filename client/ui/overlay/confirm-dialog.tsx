import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import type { ConfirmOptions } from './confirm.ts';
import { DialogActions, ResponsiveDialog } from './responsive-dialog.tsx';

type ConfirmDialogProps = {
  question: ConfirmOptions & { answer: (yes: boolean) => void };
  open: boolean;
};

export default function ConfirmDialog({ question, open }: ConfirmDialogProps) {
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
