import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { sessionRules } from '#shared/rules/session.ts';
import { RenameSessionDocument } from './account.generated.ts';

type RenameSessionDialogProps = {
  open: boolean;
  session: { id: string; name: string | null };
  onClose: () => void;
};

export default function RenameSessionDialog(props: RenameSessionDialogProps) {
  const { open, session, onClose } = props;
  const { t } = useTranslation(['session', 'common']);
  const [, rename] = useMutation(RenameSessionDocument);

  async function submit({ name }: { name: string }, form: FormHandle) {
    const result = await rename({ input: { id: session.id, name } });
    const failed = findMutationErrors(result, result.data?.renameSession);
    if (failed) return form.fail(failed);
    form.saved();
    onClose();
    void toast('success', t('session:rename.done'));
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('session:rename.title')}>
      <Form rules={sessionRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="name"
          label={t('session:rename.name')}
          hint={t('session:rename.hint')}
          defaultValue={session.name ?? ''}
          autoComplete="off"
          dir="auto"
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('session:rename.submit')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
