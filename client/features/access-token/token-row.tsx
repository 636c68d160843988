import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatDateTime, formatList, formatRelative } from '#client/i18n/format.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { RowIcon } from '#client/ui/list/list.tsx';
import {
  type AccessTokenRowFragment,
  RevokeAccessTokenDocument,
} from './access-tokens.generated.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { useScopeTexts } from './scopes-field.tsx';

type TokenNode = Masked<AccessTokenRowFragment> & {
  id: string;
  organization?: { name: string } | null;
};

type TokenRowProps = {
  token: TokenNode;
  /** Owner's name, in lists with tokens of several users. Empty before onboarding. */
  owner?: string | undefined;
};

export function TokenRow({ token: masked, owner }: TokenRowProps) {
  const token = unmask(masked);
  const { name, start, scopes, status, lastUsedAt, lastUsedFrom } = token;
  const { organization } = masked;
  const secretStart = `${start}…`;
  const { t } = useTranslation('accessToken');
  const { scopeText, limitedScopeText } = useScopeTexts();
  const used = lastUsedAt
    ? t('lastUsed', { time: formatRelative(lastUsedAt), network: lastUsedFrom ?? '' })
    : t('neverUsed');

  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <RowIcon icon={KeyRound} />
      <div className="grid min-w-0 grow gap-0.5 text-text-muted">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere text-text">{name}</bdi>
          {status !== 'ACTIVE' && (
            <Badge tone={status === 'EXPIRED' ? 'warning' : 'neutral'}>
              {t(`status.${status}`)}
            </Badge>
          )}
        </div>
        <div>
          <bdi dir="ltr" className="font-mono text-xs">
            {secretStart}
          </bdi>
        </div>
        {owner !== undefined ? (
          <div className="wrap-anywhere">
            <bdi>{owner}</bdi>
          </div>
        ) : (
          organization && (
            <div className="wrap-anywhere">{t('only', { name: organization.name })}</div>
          )
        )}
        <div>{formatList(scopes.map(organization ? limitedScopeText : scopeText))}</div>
        <div>{used}</div>
        {endTexts(t, token).map((text) => (
          <div key={text}>{text}</div>
        ))}
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
      question: {
        danger: true,
        title: t('revokeTitle', { name }),
        body: t('revokeBody'),
        confirm: t('revokeConfirm'),
      },
      mutate: () => revoke({ input: { id } }),
      done: t('revoked'),
    });

  return (
    <div className="-me-2 flex shrink-0 gap-1 max-sm:flex-col max-sm:items-end max-sm:gap-3">
      {viewerCanUpdate && (
        <Button
          look="quiet"
          size="small"
          aria-label={t('rotate.label', { name })}
          onClick={() => setRotating(true)}
        >
          {t('rotate.action')}
        </Button>
      )}
      {viewerCanRevoke && (
        <Button
          look="quiet"
          size="small"
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

function endTexts(t: TokenTexts, token: AccessTokenRowFragment): string[] {
  const { status, expiresAt, revokedAt, previousSecretExpiresAt } = token;
  if (revokedAt) return [t('revokedOn', { date: formatDateTime(revokedAt) })];
  const date = expiresAt && formatDateTime(expiresAt);
  if (status === 'EXPIRED') return date ? [t('expired', { date })] : [];
  return [
    date ? t('expires', { date }) : t('noExpiry'),
    ...(previousSecretExpiresAt
      ? [t('rotate.former', { date: formatDateTime(previousSecretExpiresAt) })]
      : []),
  ];
}
