import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useClient, useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { useShownOrganization } from '#client/features/membership/organization-context.ts';
import { OrganizationField } from '#client/features/membership/organization-field.tsx';
import { ImportLink as CsvImportLink } from '#client/features/repository/csv-import/import-link.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { save } from '#client/graphql/run-mutation.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { Unique } from '#client/ui/form/unique.tsx';
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
  const query = useQuery({
    query: RepositoryToUpdateDocument,
    variables: { id: id ?? '' },
    pause: !id,
  });
  if (!id) return <RepositoryForm />;
  return (
    <EntityBoundary query={query} pick={(data) => data.repository}>
      {(repository) => <RepositoryForm key={repository.id} repository={repository} />}
    </EntityBoundary>
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

function RepositoryForm({ repository }: { repository?: RepositoryFormFragment }) {
  const { t } = useTranslation('repository');
  const navigate = useNavigate();
  const place = useRepositoryPlace();
  const organization = useShownOrganization();
  const showsOrganizations = useShowsOrganizations();
  const choosesOrganization = !repository && !organization && showsOrganizations;
  const isNameUsed = useIsNameUsed(repository);
  const [, createRepository] = useMutation(CreateRepositoryDocument);
  const [, updateRepository] = useMutation(UpdateRepositoryDocument);
  const list = { to: place.list, label: t('list.title') };
  const former = repository && { to: place.detail(repository.id), label: repository.name };
  const title = former ? t('update.title', { name: former.label }) : t('new.title');
  usePageTitle(former && title);
  if (repository && !repository.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function create(values: RepositoryValues, form: FormHandle) {
    const input = { ...values, ...(organization && { organizationId: organization.id }) };
    const data = await save(form, createRepository({ input }), t('new.done'));
    const id = data?.createRepository?.repository?.id;
    if (data) await navigate(id ? place.detail(id) : place.list, { replace: true });
  }

  async function update(id: string, values: RepositoryValues, form: FormHandle) {
    const input = { id, ...values, ...form.version() };
    const data = await save(form, updateRepository({ input }), t('update.done'));
    if (data) await navigate(place.detail(id), { replace: true });
  }

  return (
    <FormPage
      parent={former ?? list}
      title={title}
      actions={!repository && !organization && <CsvImportLink />}
    >
      <Form<RepositoryValues>
        rules={choosesOrganization ? rulesWithOrganization : repositoryRules}
        record={repository}
        onSubmit={(values, form) =>
          repository ? update(repository.id, values, form) : create(values, form)
        }
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
            empty={t('form.organizationNone')}
            permission="repository:create"
            optional
          />
        )}
        <FormActions
          submitLabel={t(repository ? 'update.submit' : 'new.submit')}
          cancelTo={(former ?? list).to}
        />
      </Form>
    </FormPage>
  );
}
