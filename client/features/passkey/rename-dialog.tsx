import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { passkeyRules } from '#shared/rules/passkey.ts';
import { type PasskeyRowFragment, RenamePasskeyDocument } from './passkeys.generated.ts';

type RenameDialogProps = { open: boolean; passkey: PasskeyRowFragment; onClose: () => void };

export default function RenameDialog({ open, passkey, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['passkey', 'common']);
  const [, rename] = useMutation(RenamePasskeyDocument);

  async function submit({ name }: { name: string }, form: FormHandle) {
    const result = await rename({ input: { id: passkey.id, name } });
    const failed = findMutationErrors(result, result.data?.renamePasskey);
    if (failed) return form.fail(failed);
    form.saved();
    onClose();
    void toast('success', t('passkey:rename.done'));
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('passkey:rename.title')}>
      <Form rules={passkeyRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="name"
          label={t('passkey:rename.label')}
          hint={t('passkey:rename.hint')}
          defaultValue={passkey.name}
          autoComplete="off"
          dir="auto"
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('passkey:rename.submit')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
