import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TokenRow } from '#client/features/access-token/token-row.tsx';
import { useNewToken } from '#client/features/access-token/use-new-token.tsx';
import { useOwnTokenPage } from '#client/features/access-token/use-token-page.ts';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';

const useTokenPage = (_filter: null, after: string) => useOwnTokenPage(after).page;

export function AccessTokens() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('accessToken');
  const { page: first, scopes } = useOwnTokenPage(null);
  const newToken = useNewToken({ scopes, onCreated: first.retry });
  const isEmpty = first.connection?.nodes.length === 0;

  const createButton = (
    <Button
      look="primary"
      disabled={lockedBy !== undefined || !first.connection}
      aria-describedby={lockedBy}
      onClick={newToken.open}
    >
      <Plus className="size-4" />
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
