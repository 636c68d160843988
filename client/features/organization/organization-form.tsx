import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { save } from '#client/graphql/run-mutation.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { cx } from '#client/lib/class-names.ts';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { FormActions, UnsavedChangesGuard } from '#client/ui/form/form-actions.tsx';
import type { VersionedRecord } from '#client/ui/form/kept-values.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { organizationRules } from '#shared/rules/organization.ts';
import { CreateOrganizationDocument } from './organization.generated.ts';

export function NewOrganizationPage() {
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const [, createOrganization] = useMutation(CreateOrganizationDocument);

  async function submit(values: OrganizationValues, form: FormHandle) {
    const data = await save(form, createOrganization({ input: values }), t('new.done'));
    if (data) await navigate(organizationPaths.home(values.slug), { replace: true });
  }

  return (
    <FormPage
      parent={{ to: organizationPaths.list(), label: t('list.title') }}
      title={t('new.title')}
      subtitle={t('new.body', { max: formatNumber(organizationLimits.organizationsPerOwner) })}
    >
      <OrganizationForm
        submitLabel={t('new.submit')}
        cancelTo={organizationPaths.list()}
        onSubmit={submit}
      />
    </FormPage>
  );
}

/** Validated values: trimmed, with the slug in lower case. */
export type OrganizationValues = { name: string; slug: string };

type OrganizationFormProps = {
  /** The organization to change. Without it, the form creates one and derives the slug from the name. */
  organization?: OrganizationValues & VersionedRecord;
  submitLabel: string;
  /** Path of Cancel. Without it, the form is embedded in a page. */
  cancelTo?: string;
  onSubmit: (values: OrganizationValues, form: FormHandle) => Promise<void>;
};

/** Suggests a slug for a name: `cafe-zurich` for “Café Zürich”. */
function suggestSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugMax)
    .replace(/^-+|-+$/g, '');
}

/** Mounted inside the form, which mounts them again to show a newer organization. */
function Fields({ organization }: { organization: OrganizationFormProps['organization'] }) {
  const { t } = useTranslation('organization');
  const [slug, setSlug] = useState(organization?.slug ?? '');
  const [isOwnSlug, setIsOwnSlug] = useState(organization !== undefined);
  const address = decodeURIComponent(organizationPaths.home(slug || '…'));

  function follow({ target }: ChangeEvent<HTMLInputElement>) {
    if (!isOwnSlug) setSlug(suggestSlug(target.value));
  }

  return (
    <>
      <TextField
        name="name"
        label={t('field.name')}
        hint={t('form.nameHint')}
        defaultValue={organization?.name}
        autoComplete="organization"
        maxLength={limits.nameMax}
        dir="auto"
        required
        onChange={follow}
      />
      <TextField
        name="slug"
        label={t('field.slug')}
        hint={
          <RichText
            text={(values) =>
              t('form.slugHint', { address: `<address>${values.address}</address>` })
            }
            values={{ address }}
            parts={{
              address: (words) => (
                <bdi dir="ltr" className="wrap-anywhere">
                  {words}
                </bdi>
              ),
            }}
          />
        }
        value={slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.slugMax}
        dir="ltr"
        className="rtl:text-end"
        required
        onChange={({ target }) => {
          setIsOwnSlug(target.value !== '');
          setSlug(target.value);
        }}
      />
    </>
  );
}

export function OrganizationForm(props: OrganizationFormProps) {
  const { organization, submitLabel, cancelTo, onSubmit } = props;
  return (
    <Form
      rules={organizationRules}
      record={organization}
      onSubmit={onSubmit}
      className={cx(
        'grid gap-6',
        !cancelTo && 'rounded-card border border-line bg-surface-raised p-4',
      )}
    >
      <Fields organization={organization} />
      {cancelTo ? (
        <FormActions submitLabel={submitLabel} cancelTo={cancelTo} />
      ) : (
        <div className="-mx-4 grid justify-end border-t border-line px-4 pt-4 max-sm:justify-stretch">
          <UnsavedChangesGuard />
          <SubmitButton>{submitLabel}</SubmitButton>
        </div>
      )}
    </Form>
  );
}
