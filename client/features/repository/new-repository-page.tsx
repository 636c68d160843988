import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/form-page.tsx';
import { repositoryPaths } from './entity.ts';
import { useCreateRepositoryMutation } from './repository-form.generated.ts';
import { RepositoryForm, type RepositoryValues } from './repository-form.tsx';

/** New repository form. Redirects to the repository once created. */
export default function NewRepositoryPage() {
  const { t } = useTranslation('repository');
  const navigate = useNavigate();
  const [, createRepository] = useCreateRepositoryMutation();

  async function submit(values: RepositoryValues, form: FormHandle) {
    const result = await createRepository({ input: values });
    const payload = result.data?.createRepository;
    const failed = findMutationErrors(result, payload);
    if (failed) return form.fail(failed);
    form.saved();
    void toast('success', t('new.done'));
    const id = payload?.repository?.id;
    await navigate(id ? repositoryPaths.detail('manager', id) : repositoryPaths.list('manager'), {
      replace: true,
    });
  }

  return (
    <FormPage
      parent={{ to: repositoryPaths.list('manager'), label: t('list.title') }}
      title={t('new.title')}
    >
      <RepositoryForm
        submitLabel={t('new.submit')}
        cancelTo={repositoryPaths.list('manager')}
        onSubmit={submit}
      />
    </FormPage>
  );
}
