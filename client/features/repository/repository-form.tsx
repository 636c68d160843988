import { useTranslation } from 'react-i18next';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { UnsavedChangesGuard } from '#client/ui/form/unsaved-changes-guard.tsx';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import type { RepositoryFormFragment } from './repository.generated.ts';

/** Validated values: trimmed, with a scheme added to the link. */
export type RepositoryValues = { name: string; link: string; description: string };

type RepositoryFormProps = {
  repository?: RepositoryFormFragment;
  submitLabel: string;
  cancelTo: string;
  onSubmit: (values: RepositoryValues, form: FormHandle) => Promise<void>;
};

export function RepositoryForm({
  repository,
  submitLabel,
  cancelTo,
  onSubmit,
}: RepositoryFormProps) {
  const { t } = useTranslation('repository');
  return (
    <Form rules={repositoryRules} onSubmit={onSubmit}>
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
      <FormActions submitLabel={submitLabel} cancelTo={cancelTo} />
    </Form>
  );
}
