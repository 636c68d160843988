import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { SubmitButton } from './form.tsx';

type FormDialogActionsProps = { submitLabel: string; danger?: boolean; onCancel: () => void };

/** Buttons of a form in a dialog. Not in form-actions.tsx: pages would load the libraries of dialogs with it. */
export function FormDialogActions({ submitLabel, danger, onCancel }: FormDialogActionsProps) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('confirm.cancel')}</Button>
      <SubmitButton {...(danger && { danger })}>{submitLabel}</SubmitButton>
    </DialogActions>
  );
}
