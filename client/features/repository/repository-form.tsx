import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useClient, useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { useShownOrganization } from '#client/features/membership/organization-context.ts';
import { OrganizationField } from '#client/features/membership/organization-field.tsx';
import { ImportLink as CsvImportLink } from '#client/features/repository/csv-import/import-link.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { Unique } from '#client/ui/form/unique.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { optional } from '#shared/rules/optional.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import type { RepositoryFormFragment } from './repository.generated.ts';
import {
  CreateRepositoryDocument,
  RepositoryByNameDocument,
  RepositoryToUpdateDocument,
  UpdateRepositoryDocument,
} from './repository-page.generated.ts';
import { useRepositoryPlace, useShowsOrganizations } from './use-repository-place.ts';

export const preload: PreloadData = ({ params: { id } }) => {
  if (id) preloadQuery(RepositoryToUpdateDocument, { id });
};

/** The form of a new repository, or of the one in the URL. */
export default function RepositoryFormPage() {
  const { id } = useParams();
  return id === undefined ? <NewRepository /> : <RepositoryToUpdate id={id} />;
}

function NewRepository() {
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
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('new.done'));
    const id = result.data?.createRepository?.repository?.id;
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

function RepositoryToUpdate({ id }: { id: string }) {
  const query = useQuery({ query: RepositoryToUpdateDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.repository}>
      {(repository) => <UpdateRepository key={repository.id} repository={repository} />}
    </EntityBoundary>
  );
}

function UpdateRepository({ repository }: { repository: RepositoryFormFragment }) {
  const { t } = useTranslation('repository');
  const navigate = useNavigate();
  const [, updateRepository] = useMutation(UpdateRepositoryDocument);
  const { id, name } = repository;
  const place = useRepositoryPlace();
  const detail = place.detail(id);
  usePageTitle(t('update.title', { name }));
  if (!repository.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function submit(values: RepositoryValues, form: FormHandle) {
    const result = await updateRepository({ input: { id, ...values, ...form.version() } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('update.done'));
    await navigate(detail, { replace: true });
  }

  return (
    <FormPage
      parent={{ to: detail, label: name, parent: { to: place.list, label: t('list.title') } }}
      title={t('update.title', { name })}
    >
      <RepositoryForm
        repository={repository}
        submitLabel={t('update.submit')}
        cancelTo={detail}
        onSubmit={submit}
      />
    </FormPage>
  );
}

/** Validated values: trimmed, with a scheme added to the link. */
export type RepositoryValues = {
  name: string;
  link: string;
  description: string;
  organizationId?: string | null;
};

const rulesWithOrganization = z.extend(repositoryRules, { organizationId: optional(z.string()) });

type RepositoryFormProps = {
  repository?: RepositoryFormFragment;
  choosesOrganization?: boolean;
  submitLabel: string;
  cancelTo: string;
  onSubmit: (values: RepositoryValues, form: FormHandle) => Promise<void>;
};

/** Asks about a name in the organization of `own`, or in the one that was chosen or is shown. */
function useIsNameUsed(own: RepositoryFormFragment | undefined) {
  const client = useClient();
  const shown = useShownOrganization();
  return async (name: string, organizationId: string) => {
    const owner = own ? own.organization?.id : organizationId || shown?.id;
    const variables = { name, organizationId: owner ?? null };
    const fresh = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(RepositoryByNameDocument, variables, fresh);
    return Boolean(data?.repositoryByName && data.repositoryByName.id !== own?.id);
  };
}

function RepositoryForm({
  repository,
  choosesOrganization,
  submitLabel,
  cancelTo,
  onSubmit,
}: RepositoryFormProps) {
  const { t } = useTranslation('repository');
  const isNameUsed = useIsNameUsed(repository);
  return (
    <Form<RepositoryValues>
      rules={choosesOrganization ? rulesWithOrganization : repositoryRules}
      record={repository}
      onSubmit={onSubmit}
    >
      <TextField
        name="name"
        label={t('field.name')}
        hint={t('form.nameHint')}
        defaultValue={repository?.name}
        autoComplete="off"
        maxLength={limits.repositoryNameMax}
        required
      />
      <Unique name="name" code="NAME_ALREADY_USED" within="organizationId" isUsed={isNameUsed} />
      <TextField
        name="link"
        label={t('field.link')}
        hint={t('form.linkHint')}
        defaultValue={repository?.link}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <TextAreaField
        name="description"
        label={t('field.description')}
        hint={t('form.descriptionHint')}
        defaultValue={repository?.description}
        dir="auto"
        optional
      />
      {choosesOrganization && (
        <OrganizationField
          name="organizationId"
          label={t('field.organization')}
          hint={t('form.organizationHint')}
          permission="repository:create"
          optional
        />
      )}
      <FormActions submitLabel={submitLabel} cancelTo={cancelTo} />
    </Form>
  );
}
