import { KeyRound } from 'lucide-react';
import { lazy, useState } from 'react';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { useTranslation } from '#client/i18n/use-translation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { limits } from '#shared/limits.ts';
import { useOwnAccessTokensQuery } from './access-tokens.generated.ts';
import type { SectionProps } from './sections.ts';
import { TokenRow } from './token-row.tsx';

const TokenDialog = lazy(() => import('./token-dialog.tsx'));

function useTokenQuery(after: string | null) {
  return useOwnAccessTokensQuery({ variables: { first: limits.accessTokensPerUser, after } });
}

function useTokenPage(_filter: null, after: string) {
  return listPage(useTokenQuery(after), ({ viewer }) => viewer?.accessTokens);
}

/** The viewer's access tokens: creating and revoking them. */
export function AccessTokens({ lockedBy }: SectionProps) {
  const { t } = useTranslation('account');
  const query = useTokenQuery(null);
  const first = listPage(query, ({ viewer }) => viewer?.accessTokens);
  const [open, setOpen] = useState(false);
  const isEmpty = first.connection?.nodes.length === 0;

  function close(created: boolean) {
    setOpen(false);
    if (created) first.retry();
  }

  const createButton = (
    <Button
      look="primary"
      disabled={lockedBy !== undefined || !first.connection}
      aria-describedby={lockedBy}
      onClick={() => setOpen(true)}
    >
      {t('tokens.new')}
    </Button>
  );
  return (
    <section aria-label={t('section.access-tokens')} className="grid gap-4">
      {!isEmpty && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-sm text-text-muted">{t('tokens.intro')}</p>
          {createButton}
        </div>
      )}
      <PagedList
        label={t('section.access-tokens')}
        first={first}
        filter={null}
        usePage={useTokenPage}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} />}
        empty={
          <EmptyState icon={KeyRound} title={t('tokens.none')} body={t('tokens.intro')}>
            {createButton}
          </EmptyState>
        }
        more="button"
      />
      <MountOnOpen open={open}>
        <TokenDialog
          open={open}
          scopes={query[0].data?.viewer?.user.grantableScopes ?? []}
          onClose={close}
        />
      </MountOnOpen>
    </section>
  );
}
