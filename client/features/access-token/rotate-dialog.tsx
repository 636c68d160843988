import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import * as z from 'zod/mini';
import { findMutationErrors, type MutationErrors } from '#client/graphql/errors.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { SegmentedField } from '#client/ui/form/segmented.tsx';
import { limits } from '#shared/limits.ts';
import { rotationRules } from '#shared/rules/access-token.ts';
import {
  type AccessTokenRowFragment,
  RotateAccessTokenDocument,
} from './access-tokens.generated.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Hours during which both secrets are valid: none, an hour, a day, a week. */
const overlaps = ['0', '1', '24', '168'] as const;

const rules = z.object({
  overlapHours: z.pipe(z.pipe(z.string(), z.transform(Number)), rotationRules.shape.overlapHours),
});

type Values = z.infer<typeof rules>;

type RotateDialogProps = {
  open: boolean;
  token: AccessTokenRowFragment;
  onClose: () => void;
};

export function RotateDialog({ open, token, onClose }: RotateDialogProps) {
  const { t } = useTranslation('accessToken');
  const [, rotate] = useMutation(RotateAccessTokenDocument);
  const { id, name, previousSecretExpiresAt } = token;

  async function request(values: Values) {
    const result = await rotate({ input: { id, ...values } });
    const payload = result.data?.rotateAccessToken;
    const failed = findMutationErrors(result);
    if (failed || payload?.secret) return { secret: payload?.secret, failed };
    // Rotated moments ago, which the server takes for the same request.
    const code = 'RATE_LIMITED';
    return { secret: null, failed: { code, errors: [{ code }], retryAfter: limits.repeatSeconds } };
  }

  return (
    <SecretDialog
      open={open}
      onClose={onClose}
      title={t('rotate.title', { name })}
      doneTitle={t('rotate.done')}
      doneBody={
        previousSecretExpiresAt
          ? t('rotate.doneOverlap', { date: formatDateTime(previousSecretExpiresAt) })
          : t('createdBody')
      }
      request={request}
      form={(submit, cancel) => <RotateForm token={token} submit={submit} onCancel={cancel} />}
    />
  );
}

const hourMs = 3_600_000;

type RotateFormProps = {
  token: AccessTokenRowFragment;
  submit: (values: Values) => Promise<MutationErrors | null>;
  onCancel: () => void;
};

function RotateForm({ token, submit, onCancel }: RotateFormProps) {
  const { t } = useTranslation('accessToken');
  const [hours, setHours] = useState<(typeof overlaps)[number]>('24');
  const [openedAt] = useState(Date.now);
  const overlapEnd = openedAt + Number(hours) * hourMs;
  // The old secret never outlives the token's original expiry.
  const end = token.expiresAt ? Math.min(overlapEnd, Date.parse(token.expiresAt)) : overlapEnd;
  const date = formatDateTime(new Date(end).toISOString());

  async function onSubmit(values: Values, form: FormHandle) {
    const failed = await submit(values);
    if (failed) form.fail(failed);
  }

  return (
    <Form rules={rules} onSubmit={onSubmit} className="grid gap-5">
      <p className="text-sm text-text-muted">
        {t(token.lifetimeDays === null ? 'rotate.bodyEndless' : 'rotate.body', {
          count: token.lifetimeDays ?? 0,
        })}
      </p>
      <SegmentedField
        name="overlapHours"
        label={t('rotate.overlap')}
        value={hours}
        options={overlaps.map((value) => ({
          value,
          label: t(`rotate.hours.${value}`),
        }))}
        onChange={setHours}
        note={hours === '0' ? t('rotate.noOverlap') : t('rotate.until', { date })}
      />
      <FormDialogActions submitLabel={t('rotate.confirm')} onCancel={onCancel} />
    </Form>
  );
}
