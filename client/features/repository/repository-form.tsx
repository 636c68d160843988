import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { OrganizationField } from '#client/features/membership/organization-field.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { UnsavedChangesGuard } from '#client/ui/form/unsaved-changes-guard.tsx';
import { limits } from '#shared/limits.ts';
import { optional } from '#shared/rules/optional.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import type { RepositoryFormFragment } from './repository.generated.ts';

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

export function RepositoryForm({
  repository,
  choosesOrganization,
  submitLabel,
  cancelTo,
  onSubmit,
}: RepositoryFormProps) {
  const { t } = useTranslation('repository');
  return (
    <Form<RepositoryValues>
      rules={choosesOrganization ? rulesWithOrganization : repositoryRules}
      record={repository}
      onSubmit={onSubmit}
    >
      <UnsavedChangesGuard />
      <TextField
        name="name"
        label={t('field.name')}
        hint={t('form.nameHint')}
        defaultValue={repository?.name}
        autoComplete="off"
        maxLength={limits.repositoryNameMax}
        required
      />
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
