import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateViewerDocument } from '#client/features/auth/update-viewer.generated.ts';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { onboardingRules } from '#shared/rules/account.ts';

export default function NameDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { user } = useViewer();
  const [, updateViewer] = useMutation(UpdateViewerDocument);
  const reloadSession = useReloadSession();

  async function submit({ name }: { name: string }, form: FormHandle) {
    const result = await updateViewer({ input: { name } });
    const failed = findMutationErrors(result, result.data?.updateViewer);
    if (failed) return form.fail(failed);
    form.saved();
    onClose();
    await reloadSession();
    void toast('success', t('account:name.done'));
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('account:name.title')}>
      <Form rules={onboardingRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="name"
          label={t('account:name.label')}
          hint={t('account:name.hint')}
          defaultValue={user.name}
          autoComplete="name"
          dir="auto"
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('account:name.submit')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
