import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useLeave } from '#client/features/membership/my-organizations.tsx';
import { isOnlyOwner, useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { save } from '#client/graphql/run-mutation.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { DescriptionList, Fact, IdFact } from '#client/ui/list/description-list.tsx';
import { DangerZone, PageHeader } from '#client/ui/page/page.tsx';
import { DeleteZone } from './delete-zone.tsx';
import { UpdateOrganizationDocument } from './organization.generated.ts';
import { OrganizationForm, type OrganizationValues } from './organization-form.tsx';

export function SettingsPage() {
  const organization = useOrganization();
  const { id, name, slug, viewerCanUpdate, viewerCanLeave } = organization;
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const leave = useLeave();
  const [, updateOrganization] = useMutation(UpdateOrganizationDocument);

  async function submit(values: OrganizationValues, form: FormHandle) {
    const input = { id, ...values, ...form.version() };
    const data = await save(form, updateOrganization({ input }), t('settings.saved'));
    if (!data) return;
    form.saved(data.updateOrganization?.organization);
    if (values.slug !== slug) {
      await navigate(organizationPaths.settings(values.slug), { replace: true });
    }
  }

  async function leaveHere() {
    if (await leave(organization)) await navigate(organizationPaths.list());
  }

  return (
    <>
      <PageHeader title={t('nav.settings')} />
      {viewerCanUpdate ? (
        <OrganizationForm
          organization={organization}
          submitLabel={t('settings.submit')}
          onSubmit={submit}
        />
      ) : (
        <DescriptionList isWide>
          <Fact label={t('field.name')}>
            <bdi>{name}</bdi>
          </Fact>
          <IdFact id={slug} label={t('field.slug')} copyLabel={t('settings.copySlug')} />
        </DescriptionList>
      )}
      {isOnlyOwner(organization) && (
        <DangerZone title={t('leave.title')} body={t('leave.onlyOwner')}>
          <Link to={organizationPaths.members(slug)} className={buttonClass()}>
            {t('leave.chooseOwner')}
          </Link>
        </DangerZone>
      )}
      {viewerCanLeave && (
        <DangerZone title={t('leave.title')} body={t('leave.body')}>
          <Button onClick={() => void leaveHere()}>{t('leave.action')}</Button>
        </DangerZone>
      )}
      <DeleteZone organization={organization} next={organizationPaths.list()} />
    </>
  );
}
