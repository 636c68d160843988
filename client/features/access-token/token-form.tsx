import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { MutationErrors } from '#client/graphql/errors.ts';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { FormDialogActions } from '#client/ui/form/dialog-actions.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { SegmentedField } from '#client/ui/form/segmented-field.tsx';
import { limits } from '#shared/limits.ts';
import { accessTokenRules, lifetimeRules } from '#shared/rules/access-token.ts';
import { optional } from '#shared/rules/optional.ts';
import { OrganizationField, type TokenOrganization } from './organization-field.tsx';
import { ScopesField } from './scopes-field.tsx';

const never = 'never';

const rules = z.object({
  name: accessTokenRules.shape.name,
  organizationId: optional(z.string()),
  scopes: z
    .array(z.custom<AccessTokenScope>(), 'SCOPES_REQUIRED')
    .check(z.minLength(1, 'SCOPES_REQUIRED')),
  expiresInDays: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value): number | null => (value === never ? null : Number(value))),
    ),
    lifetimeRules.shape.expiresInDays,
  ),
});

export type TokenValues = z.infer<typeof rules>;

type TokenFormProps = {
  scopes: readonly AccessTokenScope[];
  /** The token is always limited to an organization, so there is no choice to offer. */
  inOrganization: boolean;
  organizations: readonly TokenOrganization[];
  mayLast: boolean;
  submit: (values: TokenValues) => Promise<MutationErrors | null>;
  onCancel: () => void;
};

export function TokenForm(props: TokenFormProps) {
  const { scopes, inOrganization, organizations, mayLast, submit, onCancel } = props;
  const { t } = useTranslation('accessToken');
  const [organizationId, setOrganizationId] = useState('');
  const organization = organizations.find(({ id }) => id === organizationId);

  async function onSubmit(values: TokenValues, form: FormHandle) {
    const failed = await submit(values);
    if (failed) form.fail(failed);
  }

  return (
    <Form rules={rules} onSubmit={onSubmit} className="mt-2 grid gap-5">
      <TextField
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={limits.accessTokenNameMax}
        autoComplete="off"
        dir="auto"
        autoFocus
      />
      <LifetimeField mayLast={mayLast} />
      <OrganizationField organizations={organizations} onChange={setOrganizationId} />
      <ScopesField
        key={organizationId}
        scopes={organization?.grantableScopes ?? scopes}
        inOrganization={inOrganization || organization !== undefined}
      />
      <FormDialogActions submitLabel={t('create')} onCancel={onCancel} />
    </Form>
  );
}

const dayMs = 86_400_000;

/** The API takes any number up to the last. */
const lifetimes = [30, 90, limits.accessTokenDaysMax];

function LifetimeField({ mayLast }: { mayLast: boolean }) {
  const { t } = useTranslation('accessToken');
  const [days, setDays] = useState('90');
  const [openedAt] = useState(Date.now);
  const expiresAt = () => new Date(openedAt + Number(days) * dayMs).toISOString();
  return (
    <SegmentedField
      name="expiresInDays"
      label={t('lifetime')}
      value={days}
      options={[
        ...lifetimes.map((count) => ({
          value: String(count),
          label: t('days', { count }),
        })),
        ...(mayLast ? [{ value: never, label: t('never') }] : []),
      ]}
      onChange={setDays}
      note={days === never ? t('neverHint') : t('expires', { date: formatDateTime(expiresAt()) })}
    />
  );
}
