import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { CreateOrganizationDocument } from './organization.generated.ts';
import { OrganizationForm, type OrganizationValues } from './organization-form.tsx';

export function NewOrganizationPage() {
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const [, createOrganization] = useMutation(CreateOrganizationDocument);

  async function submit(values: OrganizationValues, form: FormHandle) {
    const result = await createOrganization({ input: values });
    const failed = findMutationErrors(result, result.data?.createOrganization);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('new.done'));
    await navigate(organizationPaths.home(values.slug), { replace: true });
  }

  return (
    <FormPage
      parent={{ to: organizationPaths.list(), label: t('list.title') }}
      title={t('new.title')}
      subtitle={t('new.body')}
    >
      <OrganizationForm
        submitLabel={t('new.submit')}
        cancelTo={organizationPaths.list()}
        onSubmit={submit}
      />
    </FormPage>
  );
}
