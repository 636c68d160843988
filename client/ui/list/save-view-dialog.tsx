import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { FormDialogActions } from '#client/ui/form/dialog-actions.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
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
  const { t } = useTranslation('list');
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('view.saveTitle')}>
      <Form
        rules={rules}
        className="mt-2 grid gap-4"
        onSubmit={async ({ name }) => {
          saveView(list, { name, search });
          onClose();
          void toast('success', t('view.saved'));
        }}
      >
        <TextField
          name="name"
          label={t('view.name')}
          hint={t('view.nameHint')}
          dir="auto"
          maxLength={limits.nameMax}
          required
        />
        <FormDialogActions submitLabel={t('view.confirm')} onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
