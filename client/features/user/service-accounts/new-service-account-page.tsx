import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import type * as z from 'zod/mini';
import { userPaths } from '#client/features/user/entity.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { apiRole, suggestedRoles } from '#client/lib/roles.ts';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { UnsavedChangesGuard } from '#client/ui/form/unsaved-changes-guard.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { CreateServiceAccountDocument } from './service-accounts.generated.ts';

type Values = z.infer<typeof serviceAccountRules>;

export default function NewServiceAccountPage() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const [, create] = useMutation(CreateServiceAccountDocument);
  const list = userPaths.serviceAccounts();

  async function submit(values: Values, form: FormHandle) {
    const { name, role } = values;
    const result = await create({ input: { name, role: apiRole(role) } });
    const payload = result.data?.createServiceAccount;
    const failed = findMutationErrors(result, payload);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('serviceAccount.done'));
    const id = payload?.user?.id;
    await navigate(id ? userPaths.detail(id) : list, { replace: true });
  }

  return (
    <FormPage
      parent={{ to: list, label: t('serviceAccount.title') }}
      title={t('serviceAccount.new')}
      subtitle={t('serviceAccount.newBody')}
    >
      <Form<Values> rules={serviceAccountRules} onSubmit={submit}>
        <UnsavedChangesGuard />
        <TextField
          name="name"
          label={t('field.name')}
          hint={t('serviceAccount.nameHint')}
          autoComplete="off"
          maxLength={limits.nameMax}
          required
        />
        <ChoiceField
          name="role"
          label={t('field.role')}
          defaultValue="user"
          options={suggestedRoles.map((value) => ({
            value,
            label: t(`role.${apiRole(value)}`),
            hint: t(`serviceAccount.roleHint.${apiRole(value)}`),
          }))}
        />
        <FormActions submitLabel={t('serviceAccount.submit')} cancelTo={list} />
      </Form>
    </FormPage>
  );
}
