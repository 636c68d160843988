import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { text } from '#shared/rules/text.ts';
import { saveView } from './saved-views.ts';

const rules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.nameMax,
  }),
});

type SaveViewDialogProps = { list: string; search: string; open: boolean; onClose: () => void };

export default function SaveViewDialog({ list, search, open, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation(['list', 'common']);
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('list:view.saveTitle')}>
      <Form
        rules={rules}
        className="mt-2 grid gap-4"
        onSubmit={async ({ name }) => {
          saveView(list, { name, search });
          onClose();
          void toast('success', t('list:view.saved'));
        }}
      >
        <TextField
          name="name"
          label={t('list:view.name')}
          hint={t('list:view.nameHint')}
          dir="auto"
          maxLength={limits.nameMax}
          required
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('list:view.confirm')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
