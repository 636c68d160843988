import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { usePageTitle } from '#client/lib/page.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import type { RepositoryFormFragment } from './repository.generated.ts';
import {
  RepositoryToUpdateDocument,
  UpdateRepositoryDocument,
} from './repository-form.generated.ts';
import { RepositoryForm, type RepositoryValues } from './repository-form.tsx';
import { useRepositoryPlace } from './use-repository-place.ts';

export const preload: PreloadData = ({ params: { id = '' } }) =>
  preloadQuery(RepositoryToUpdateDocument, { id });

export default function UpdateRepositoryPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: RepositoryToUpdateDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.repository}>
      {(repository) => <UpdateRepository key={repository.id} repository={repository} />}
    </EntityBoundary>
  );
}

function UpdateRepository({ repository: masked }: { repository: Masked<RepositoryFormFragment> }) {
  const repository = unmask(masked);
  const { t } = useTranslation('repository');
  const navigate = useNavigate();
  const [, updateRepository] = useMutation(UpdateRepositoryDocument);
  const { id, name } = repository;
  const detail = useRepositoryPlace().detail(id);
  usePageTitle(t('update.title', { name }));
  if (!repository.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function submit(values: RepositoryValues, form: FormHandle) {
    const result = await updateRepository({ input: { id, ...values, ...form.version() } });
    const failed = findMutationErrors(result, result.data?.updateRepository);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('update.done'));
    await navigate(detail, { replace: true });
  }

  return (
    <FormPage parent={{ to: detail, label: name }} title={t('update.title', { name })}>
      <RepositoryForm
        repository={repository}
        submitLabel={t('update.submit')}
        cancelTo={detail}
        onSubmit={submit}
      />
    </FormPage>
  );
}
