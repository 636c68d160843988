import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useShownOrganization } from '#client/features/membership/organization-context.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { ImportLink as CsvImportLink } from './csv-import/import-link.tsx';
import { CreateRepositoryDocument } from './repository-form.generated.ts';
import { RepositoryForm, type RepositoryValues } from './repository-form.tsx';
import { useShowsOrganizations } from './use-organizations.ts';
import { useRepositoryPlace } from './use-repository-place.ts';

export default function NewRepositoryPage() {
  const { t } = useTranslation('repository');
  const navigate = useNavigate();
  const { list, detail } = useRepositoryPlace();
  const organization = useShownOrganization();
  const showsOrganizations = useShowsOrganizations();
  const [, createRepository] = useMutation(CreateRepositoryDocument);

  async function submit(values: RepositoryValues, form: FormHandle) {
    const result = await createRepository({
      input: { ...values, ...(organization && { organizationId: organization.id }) },
    });
    const payload = result.data?.createRepository;
    const failed = findMutationErrors(result, payload);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('new.done'));
    const id = payload?.repository?.id;
    await navigate(id ? detail(id) : list, { replace: true });
  }

  return (
    <FormPage
      parent={{ to: list, label: t('list.title') }}
      title={t('new.title')}
      subtitle={!organization && <CsvImportLink />}
    >
      <RepositoryForm
        choosesOrganization={!organization && showsOrganizations}
        submitLabel={t('new.submit')}
        cancelTo={list}
        onSubmit={submit}
      />
    </FormPage>
  );
}
