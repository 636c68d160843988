import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { TextField } from './field.tsx';
import { Form, type FormHandle, SubmitButton } from './form.tsx';
import type { Rules } from './validate.ts';

type FormDialogActionsProps = Omit<ComponentProps<typeof SubmitButton>, 'children'> & {
  submitLabel: string;
  onCancel: () => void;
};

/** Buttons of a form in a dialog. Not in form-actions.tsx: pages would load the libraries of dialogs with it. */
export function FormDialogActions({ submitLabel, onCancel, ...submit }: FormDialogActionsProps) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('confirm.cancel')}</Button>
      <SubmitButton {...submit}>{submitLabel}</SubmitButton>
    </DialogActions>
  );
}

type NameDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  hint: string;
  name: string;
  autoComplete?: 'name' | 'off';
  rules: () => Promise<Rules<{ name: string }>>;
  submitLabel: string;
  /** Resolves to validation errors, or null. */
  save: (name: string) => Promise<Parameters<FormHandle['fail']>[0] | null>;
  /** Called once the dialog has closed. */
  onSaved: () => unknown;
};

/** Renames something. */
export function NameDialog({ open, onClose, title, rules, ...props }: NameDialogProps) {
  const { label, hint, name: current, autoComplete = 'off', submitLabel, save, onSaved } = props;

  async function submit({ name }: { name: string }, form: FormHandle) {
    const failed = await save(name);
    if (failed) return form.fail(failed);
    form.saved();
    onClose();
    await onSaved();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={title}>
      <Form rules={rules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="name"
          label={label}
          hint={hint}
          defaultValue={current}
          autoComplete={autoComplete}
          dir="auto"
        />
        <FormDialogActions submitLabel={submitLabel} onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
