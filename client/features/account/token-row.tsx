import { KeyRound } from 'lucide-react';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { formatDateTime, formatList, formatRelative } from '#client/i18n/format.ts';
import { useTranslation } from '#client/i18n/use-translation.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import {
  type OwnAccessTokenFragment,
  useRevokeOwnAccessTokenMutation,
} from './access-tokens.generated.ts';
import { useScopeTexts } from './scope-text.ts';

type TokenRowProps = { token: Masked<OwnAccessTokenFragment> };

/** Row of an access token: what it may do, its use and its end. */
export function TokenRow({ token: masked }: TokenRowProps) {
  const token = unmask(masked);
  const { name, start, scopes, status, lastUsedAt, lastUsedFrom, viewerCanRevoke } = token;
  const secretStart = `${start}…`;
  const { t } = useTranslation('account');
  const { scopeText } = useScopeTexts();
  const [, revoke] = useRevokeOwnAccessTokenMutation();
  const used = lastUsedAt
    ? t('tokens.lastUsed', { time: formatRelative(lastUsedAt), network: lastUsedFrom ?? '' })
    : t('tokens.neverUsed');

  const ask = () =>
    confirmAndRun({
      question: {
        danger: true,
        title: t('tokens.revokeTitle', { name }),
        body: t('tokens.revokeBody'),
        confirm: t('tokens.revokeConfirm'),
      },
      mutate: () => revoke({ input: { id: token.id } }),
      pick: ({ revokeAccessToken }) => revokeAccessToken,
      done: t('tokens.revoked'),
    });

  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <RowIcon icon={KeyRound} />
      <div className="grid min-w-0 grow gap-0.5 text-text-muted">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere text-text">{name}</bdi>
          {status !== 'ACTIVE' && (
            <Badge tone={status === 'EXPIRED' ? 'warning' : 'neutral'}>
              {t(`tokens.status.${status}`)}
            </Badge>
          )}
        </div>
        <div>
          <bdi dir="ltr" className="font-mono text-xs">
            {secretStart}
          </bdi>
        </div>
        <div>{formatList(scopes.map(scopeText))}</div>
        <div>{used}</div>
        <div>{endText(t, token)}</div>
      </div>
      {status === 'ACTIVE' && viewerCanRevoke && (
        <Button
          look="quiet"
          size="small"
          className="-me-2"
          aria-label={t('tokens.revokeLabel', { name })}
          onClick={() => void ask()}
        >
          {t('tokens.revoke')}
        </Button>
      )}
    </li>
  );
}

type AccountTexts = ReturnType<typeof useTranslation<'account'>>['t'];

/** When the token ends or ended; undefined if it does not. */
function endText(t: AccountTexts, token: OwnAccessTokenFragment): string | undefined {
  const { status, expiresAt, revokedAt } = token;
  if (revokedAt) return t('tokens.revokedOn', { date: formatDateTime(revokedAt) });
  if (!expiresAt) return undefined;
  const date = formatDateTime(expiresAt);
  return t(status === 'EXPIRED' ? 'tokens.expired' : 'tokens.expires', { date });
}
