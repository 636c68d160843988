import { useState } from 'react';
import * as z from 'zod/mini';
import type { MutationErrors } from '#client/graphql/errors.ts';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { useTranslation } from '#client/i18n/use-translation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { limits } from '#shared/limits.ts';
import { accessTokenDays, accessTokenRules, lifetimeRules } from '#shared/rules/access-token.ts';
import { ScopesField } from './scopes-field.tsx';

const rules = z.object({
  name: accessTokenRules.shape.name,
  scopes: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => value.split(' ').filter(Boolean) as Permission[]),
    ),
    z.array(z.custom<Permission>()).check(z.minLength(1, 'SCOPES_REQUIRED')),
  ),
  expiresInDays: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value): number | null => Number(value)),
    ),
    lifetimeRules.shape.expiresInDays,
  ),
});

export type TokenValues = z.infer<typeof rules>;

type TokenFormProps = {
  scopes: readonly Permission[];
  /** Resolves to what is wrong with the values, or null. */
  submit: (values: TokenValues) => Promise<MutationErrors | null>;
  onCancel: () => void;
};

/** Name, lifetime and scopes of a new access token. */
export function TokenForm({ scopes, submit, onCancel }: TokenFormProps) {
  const { t } = useTranslation(['account', 'common']);

  async function onSubmit(values: TokenValues, form: FormHandle) {
    const failed = await submit(values);
    if (failed) form.fail(failed);
  }

  return (
    <Form rules={rules} onSubmit={onSubmit} className="mt-2 grid gap-5">
      <TextField
        name="name"
        label={t('account:tokens.name')}
        hint={t('account:tokens.nameHint')}
        maxLength={limits.accessTokenNameMax}
        autoComplete="off"
        dir="auto"
        autoFocus
      />
      <LifetimeField />
      <ScopesField scopes={scopes} />
      <DialogActions>
        <Button onClick={onCancel}>{t('common:confirm.cancel')}</Button>
        <SubmitButton>{t('account:tokens.create')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

const dayMilliseconds = 86_400_000;

/** How long the token is valid, with the date. */
function LifetimeField() {
  const { t } = useTranslation('account');
  const [days, setDays] = useState('90');
  const [openedAt] = useState(Date.now);
  const expiresAt = new Date(openedAt + Number(days) * dayMilliseconds);
  return (
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {t('tokens.lifetime')}
      </span>
      <Segmented
        label={t('tokens.lifetime')}
        value={days}
        options={accessTokenDays.map((count) => ({
          value: String(count),
          label: t('tokens.days', { count }),
        }))}
        onChange={setDays}
      />
      <input type="hidden" name="expiresInDays" value={days} />
      <p aria-live="polite" className="text-sm text-text-muted">
        {t('tokens.expires', { date: formatDateTime(expiresAt.toISOString()) })}
      </p>
    </div>
  );
}
