import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOwnAccessTokensQuery } from '#client/features/access-token/access-tokens.generated.ts';
import { TokenRow } from '#client/features/access-token/token-row.tsx';
import { useNewToken } from '#client/features/access-token/use-new-token.tsx';
import { unmask } from '#client/graphql/fragments.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { limits } from '#shared/limits.ts';
import type { SectionProps } from './sections.ts';

function useTokenQuery(after: string | null) {
  return useOwnAccessTokensQuery({ variables: { first: limits.accessTokensPerUser, after } });
}

const pageOf = (query: ReturnType<typeof useTokenQuery>) =>
  listPage(query, ({ viewer }) => viewer?.accessTokens && unmask(viewer.accessTokens));

const useTokenPage = (_filter: null, after: string) => pageOf(useTokenQuery(after));

/** The viewer's access tokens: creating, rotating and revoking them. */
export function AccessTokens({ lockedBy }: SectionProps) {
  const { t } = useTranslation('token');
  const query = useTokenQuery(null);
  const first = pageOf(query);
  const newToken = useNewToken({
    scopes: query[0].data?.viewer?.user.grantableScopes ?? [],
    onCreated: first.retry,
  });
  const isEmpty = first.connection?.nodes.length === 0;

  const createButton = (
    <Button
      look="primary"
      disabled={lockedBy !== undefined || !first.connection}
      aria-describedby={lockedBy}
      onClick={newToken.open}
    >
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </Button>
  );
  return (
    <section aria-label={t('title')} className="grid gap-4">
      {!isEmpty && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-sm text-text-muted">{t('intro')}</p>
          {createButton}
        </div>
      )}
      <PagedList
        label={t('title')}
        first={first}
        filter={null}
        usePage={useTokenPage}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} />}
        empty={
          <EmptyState icon={KeyRound} title={t('none')} body={t('intro')}>
            {createButton}
          </EmptyState>
        }
        more="button"
      />
      {newToken.dialog}
    </section>
  );
}
