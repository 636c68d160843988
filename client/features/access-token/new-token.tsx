import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { useCan } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { SelectField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { SegmentedField } from '#client/ui/form/segmented.tsx';
import { limits } from '#shared/limits.ts';
import { accessTokenRules, lifetimeRules } from '#shared/rules/access-token.ts';
import { optional } from '#shared/rules/optional.ts';
import {
  CreateAccessTokenDocument,
  TokenOrganizationsDocument,
} from './access-tokens.generated.ts';
import { ScopesField } from './scopes-field.tsx';
import { SecretDialog, type SecretFormProps } from './secret-dialog.tsx';

// The reauthentication texts are in the `account` namespace.

type NewTokenOptions = {
  scopes: readonly AccessTokenScope[];
  /** ID of a service account, whose tokens may never expire. Without it the token belongs to the viewer. */
  serviceAccountId?: string | undefined;
  /** The token is always limited to an organization, so there is no choice to offer. */
  inOrganization?: boolean;
};

export function useNewToken(options: NewTokenOptions) {
  const { t } = useTranslation('accessToken');
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: (
      <SecretDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('new')}
        doneTitle={t('created')}
        doneBody={t('createdBody')}
        wide
        form={(props) => <TokenForm {...options} {...props} />}
      />
    ),
  };
}

function useTokenOrganizations(isAsked: boolean): TokenOrganization[] {
  const canRead = useCan('organization:read');
  const variables = { first: limits.pageSizeMax };
  const [{ data }] = useQuery({
    query: TokenOrganizationsDocument,
    variables,
    pause: !isAsked || !canRead,
  });
  const memberships = data?.viewer?.memberships?.nodes ?? [];
  return memberships.flatMap(({ grantableScopes, organization }) =>
    organization ? [{ ...organization, grantableScopes }] : [],
  );
}

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

type TokenValues = z.infer<typeof rules>;

function TokenForm(props: NewTokenOptions & SecretFormProps) {
  const { scopes, serviceAccountId: userId, inOrganization = false, onSecret, onCancel } = props;
  const { t } = useTranslation('accessToken');
  const [, create] = useMutation(CreateAccessTokenDocument);
  const organizations = useTokenOrganizations(userId === undefined);
  const [organizationId, setOrganizationId] = useState('');
  const organization = organizations.find(({ id }) => id === organizationId);

  async function onSubmit(values: TokenValues, form: FormHandle) {
    const { organizationId, ...others } = values;
    const of = { ...(userId && { userId }), ...(organizationId && { organizationId }) };
    const result = await create({ input: { ...others, ...of } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    const secret = result.data?.createAccessToken?.secret;
    if (secret) onSecret(secret);
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
      <LifetimeField mayLast={userId !== undefined} />
      <OrganizationField
        organizations={organizations}
        hint={organization ? t('organizationHint') : ''}
        onChange={setOrganizationId}
      />
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

const yearDays = 365;

const lifetimes = [30, 90, yearDays].filter((days) => days <= limits.accessTokenDaysMax);

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
          label: count === yearDays ? t('year') : t('days', { count }),
        })),
        ...(mayLast ? [{ value: never, label: t('never') }] : []),
      ]}
      onChange={setDays}
      note={days === never ? t('neverHint') : t('expires', { date: formatDateTime(expiresAt()) })}
    />
  );
}

type TokenOrganization = {
  id: string;
  name: string;
  grantableScopes: readonly AccessTokenScope[];
};

type OrganizationFieldProps = {
  organizations: readonly TokenOrganization[];
  hint: string;
  onChange: (organizationId: string) => void;
};

/** Limits a new token to an organization. */
function OrganizationField({ organizations, hint, onChange }: OrganizationFieldProps) {
  const { t } = useTranslation('accessToken');
  if (organizations.length === 0) return <input type="hidden" name="organizationId" value="" />;
  return (
    <SelectField
      name="organizationId"
      label={t('access')}
      hint={hint}
      defaultValue=""
      options={[
        { value: '', label: t('everything') },
        ...organizations.map(({ id, name }) => ({ value: id, label: t('only', { name }) })),
      ]}
      onChange={onChange}
    />
  );
}
