import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type * as z from 'zod/mini';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
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

export function ServiceAccountDialog(props: ServiceAccountDialogProps) {
  const { open, organizationId, onClose } = props;
  const { t } = useTranslation('organization');
  const [, create] = useMutation(CreateOrganizationServiceAccountDocument);

  async function submit(values: Values, form: FormHandle) {
    const role = values.role === 'admin' ? 'ADMIN' : 'MEMBER';
    const result = await create({ input: { organizationId, name: values.name, role } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    refetchOrganizations();
    toast('success', t('serviceAccount.done'));
    onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('serviceAccount.new')}>
      <Form<Values> rules={serviceAccountRules} onSubmit={submit} className="mt-2 grid gap-5">
        <TextField
          name="name"
          label={t('field.name')}
          hint={t('serviceAccount.nameHint')}
          maxLength={limits.nameMax}
          autoComplete="off"
          dir="auto"
          required
          autoFocus
        />
        <ChoiceField
          name="role"
          label={t('field.role')}
          defaultValue="member"
          options={(['MEMBER', 'ADMIN'] as const).map((role) => ({
            value: role.toLowerCase(),
            label: t(`role.${role}`),
            hint: t(`serviceAccount.roleHint.${role}`),
          }))}
        />
        <FormDialogActions submitLabel={t('serviceAccount.submit')} onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
