import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { UnsavedChangesGuard } from '#client/ui/form/unsaved-changes-guard.tsx';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import type { RepositoryFormFragment } from './repository-form.generated.ts';

/** What the form hands on: already checked, trimmed, with a scheme on the link. */
export type RepositoryValues = { name: string; link: string; description: string };

type RepositoryFormProps = {
  /** The one to change; none for a new one. */
  repository?: RepositoryFormFragment;
  submitLabel: string;
  /** Where giving up leads. */
  cancelTo: string;
  onSubmit: (values: RepositoryValues, form: FormHandle) => Promise<void>;
};

/** Name, link and description. */
export function RepositoryForm({
  repository,
  submitLabel,
  cancelTo,
  onSubmit,
}: RepositoryFormProps) {
  const { t } = useTranslation(['repository', 'common']);
  return (
    <Form rules={repositoryRules} onSubmit={onSubmit} className="grid max-w-form gap-6">
      <UnsavedChangesGuard />
      <TextField
        name="name"
        label={t('repository:field.name')}
        hint={t('repository:form.nameHint')}
        defaultValue={repository?.name}
        autoComplete="off"
        maxLength={limits.repositoryNameMax}
        required
      />
      <TextField
        name="link"
        label={t('repository:field.link')}
        hint={t('repository:form.linkHint')}
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
        label={t('repository:field.description')}
        hint={t('repository:form.descriptionHint')}
        defaultValue={repository?.description}
        dir="auto"
        optional
      />
      <div className="flex flex-col-reverse gap-2 border-t border-line pt-4 sm:flex-row sm:justify-end">
        <Link to={cancelTo} className={buttonClass()}>
          {t('common:confirm.cancel')}
        </Link>
        <SubmitButton>{submitLabel}</SubmitButton>
      </div>
    </Form>
  );
}
