import { useTranslation } from 'react-i18next';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { SelectField } from '#client/ui/form/select-field.tsx';

export type TokenOrganization = {
  id: string;
  name: string;
  grantableScopes: readonly AccessTokenScope[];
};

type OrganizationFieldProps = {
  organizations: readonly TokenOrganization[];
  onChange: (organizationId: string) => void;
};

/** Limits a new token to an organization. */
export function OrganizationField({ organizations, onChange }: OrganizationFieldProps) {
  const { t } = useTranslation('accessToken');
  if (organizations.length === 0) return <input type="hidden" name="organizationId" value="" />;
  return (
    <SelectField
      name="organizationId"
      label={t('access')}
      hint={t('organizationHint')}
      defaultValue=""
      options={[
        { value: '', label: t('everything') },
        ...organizations.map(({ id, name }) => ({ value: id, label: t('only', { name }) })),
      ]}
      onChange={onChange}
    />
  );
}
