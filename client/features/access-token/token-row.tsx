import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import * as z from 'zod/mini';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatDateTime, formatList, formatRelative, isolated } from '#client/i18n/format.ts';
import { formatDay } from '#client/lib/day.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { SegmentedField } from '#client/ui/form/segmented.tsx';
import { Code } from '#client/ui/list/description-list.tsx';
import { RowIcon } from '#client/ui/list/list.tsx';
import { limits } from '#shared/limits.ts';
import { rotationRules } from '#shared/rules/access-token.ts';
import {
  type AccessTokenRowFragment,
  RevokeAccessTokenDocument,
  RotateAccessTokenDocument,
} from './access-tokens.generated.ts';
import { useScopeTexts } from './scopes-field.tsx';
import { SecretDialog, type SecretFormProps } from './secret-dialog.tsx';

type TokenNode = AccessTokenRowFragment & {
  organization?: { name: string } | null;
};

type TokenRowProps = {
  token: TokenNode;
  /** Owner's name, in lists with tokens of several users. Empty before onboarding. */
  owner?: string | undefined;
};

export function TokenRow({ token, owner }: TokenRowProps) {
  const { name, start, scopes, status, lastUsedAt, lastUsedFrom, organization } = token;
  const secretStart = `${start}…`;
  const { t } = useTranslation('accessToken');
  const { scopeText, limitedScopeText } = useScopeTexts();
  const used = lastUsedAt
    ? t('lastUsed', { time: formatRelative(lastUsedAt), network: lastUsedFrom ?? '' })
    : t('neverUsed');
  const only = organization && t('only', { name: organization.name });
  const whose = owner ? isolated(owner) : only;
  const facts = [used, ...endTexts(t, token)].flatMap((fact) => fact || []);
  const end = token.revokedAt ?? token.expiresAt;

  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3 text-sm sm:flex-nowrap sm:items-center">
      <RowIcon icon={KeyRound} />
      <div className="grid min-w-0 flex-1 gap-0.5 text-text-muted">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere text-text">{name}</bdi>
          <Code>{secretStart}</Code>
          {status !== 'ACTIVE' && (
            <Badge tone={status === 'EXPIRED' ? 'warning' : 'neutral'}>
              {t(`status.${status}`)}
            </Badge>
          )}
        </div>
        <div className="flex flex-wrap wrap-anywhere dotted">
          {whose && <span>{whose}</span>}
          <span>{formatList(scopes.map(organization ? limitedScopeText : scopeText))}</span>
        </div>
        <div
          className="flex flex-wrap wrap-anywhere dotted"
          title={end ? formatDateTime(end) : undefined}
        >
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      </div>
      {status === 'ACTIVE' && <TokenActions token={token} />}
    </li>
  );
}

function TokenActions({ token }: { token: AccessTokenRowFragment }) {
  const { id, name, viewerCanUpdate, viewerCanRevoke } = token;
  const { t } = useTranslation('accessToken');
  const [, revoke] = useMutation(RevokeAccessTokenDocument);
  const [rotating, setRotating] = useState(false);

  const ask = () =>
    confirmAndRun({
      danger: true,
      title: t('revokeTitle', { name }),
      body: t('revokeBody'),
      confirm: t('revokeConfirm'),
      mutate: () => revoke({ input: { id } }),
      done: t('revoked'),
    });

  return (
    <div className="flex shrink-0 gap-2 max-sm:basis-full max-sm:ps-12 max-sm:*:grow">
      {viewerCanUpdate && (
        <Button
          size="small"
          aria-label={t('rotate.label', { name })}
          onClick={() => setRotating(true)}
        >
          {t('rotate.action')}
        </Button>
      )}
      {viewerCanRevoke && (
        <Button
          size="small"
          className="text-danger-text!"
          aria-label={t('revokeLabel', { name })}
          onClick={() => void ask()}
        >
          {t('revoke')}
        </Button>
      )}
      <RotateDialog open={rotating} token={token} onClose={() => setRotating(false)} />
    </div>
  );
}

type TokenTexts = ReturnType<typeof useTranslation<'accessToken'>>['t'];

function endTexts(t: TokenTexts, token: AccessTokenRowFragment): (string | null)[] {
  const { status, expiresAt, revokedAt, previousSecretExpiresAt } = token;
  if (revokedAt) return [t('revokedOn', { date: formatDay(new Date(revokedAt)) })];
  const date = expiresAt && formatDay(new Date(expiresAt));
  if (status === 'EXPIRED') return [date && t('expired', { date })];
  const formerEnd = previousSecretExpiresAt && formatDateTime(previousSecretExpiresAt);
  const former = formerEnd && t('rotate.former', { date: formerEnd });
  return [date ? t('expires', { date }) : t('noExpiry'), former];
}

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

function RotateDialog({ open, token, onClose }: RotateDialogProps) {
  const { t } = useTranslation('accessToken');
  const { name, previousSecretExpiresAt } = token;
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
      form={(props) => <RotateForm token={token} {...props} />}
    />
  );
}

const hourMs = 3_600_000;

type RotateFormProps = SecretFormProps & { token: AccessTokenRowFragment };

function RotateForm({ token, onSecret, onCancel }: RotateFormProps) {
  const { t } = useTranslation('accessToken');
  const [, rotate] = useMutation(RotateAccessTokenDocument);
  const [hours, setHours] = useState<(typeof overlaps)[number]>('24');
  const [openedAt] = useState(Date.now);
  const overlapEnd = openedAt + Number(hours) * hourMs;
  // The old secret never outlives the token's original expiry.
  const end = token.expiresAt ? Math.min(overlapEnd, Date.parse(token.expiresAt)) : overlapEnd;
  const date = formatDateTime(new Date(end).toISOString());

  async function onSubmit(values: Values, form: FormHandle) {
    const result = await rotate({ input: { id: token.id, ...values } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    const secret = result.data?.rotateAccessToken?.secret;
    if (secret) return onSecret(secret);
    // Rotated moments ago, which the server takes for the same request.
    form.fail({ errors: [{ code: 'RATE_LIMITED' }], retryAfter: limits.repeatSeconds });
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
