import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type * as z from 'zod/mini';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { serviceAccountRules } from '#shared/rules/organization.ts';
import { CreateOrganizationServiceAccountDocument } from './service-accounts.generated.ts';

type Values = z.infer<typeof serviceAccountRules>;

type ServiceAccountDialogProps = {
  open: boolean;
  organizationId: string;
  onClose: () => void;
};

export default function ServiceAccountDialog(props: ServiceAccountDialogProps) {
  const { open, organizationId, onClose } = props;
  const { t } = useTranslation(['organization', 'common']);
  const [, create] = useMutation(CreateOrganizationServiceAccountDocument);

  async function submit(values: Values, form: FormHandle) {
    const role = values.role === 'admin' ? 'ADMIN' : 'MEMBER';
    const result = await create({ input: { organizationId, name: values.name, role } });
    const failed = findMutationErrors(result, result.data?.createOrganizationServiceAccount);
    if (failed) return form.fail(failed);
    refetchOrganizations();
    void toast('success', t('organization:serviceAccount.done'));
    onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('organization:serviceAccount.new')}>
      <Form<Values> rules={serviceAccountRules} onSubmit={submit} className="mt-2 grid gap-5">
        <TextField
          name="name"
          label={t('organization:field.name')}
          hint={t('organization:serviceAccount.nameHint')}
          maxLength={limits.nameMax}
          autoComplete="off"
          dir="auto"
          required
          autoFocus
        />
        <ChoiceField
          name="role"
          label={t('organization:field.role')}
          defaultValue="member"
          options={(['MEMBER', 'ADMIN'] as const).map((role) => ({
            value: role.toLowerCase(),
            label: t(`organization:role.${role}`),
            hint: t(`organization:serviceAccount.roleHint.${role}`),
          }))}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('organization:serviceAccount.submit')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
