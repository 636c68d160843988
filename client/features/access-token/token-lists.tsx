import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { OwnAccessTokensDocument, UserAccessTokensDocument } from './access-tokens.generated.ts';
import { useNewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';

const first = limits.accessTokensPerUser;

function useOwnTokenPage(after: string | null) {
  const query = useQuery({ query: OwnAccessTokensDocument, variables: { first, after } });
  const page = listPage(query, ({ viewer }) => viewer?.accessTokens);
  return { page, scopes: query[0].data?.viewer?.user.grantableScopes ?? [] };
}

function useUserTokenPage(id: string, after: string | null) {
  const query = useQuery({ query: UserAccessTokensDocument, variables: { id, first, after } });
  const page = listPage(query, ({ user }) => user?.accessTokens);
  return { page, user: query[0].data?.user };
}

const useNextOwnPage = (_filter: null, after: string) => useOwnTokenPage(after).page;

export function AccessTokens() {
  const { t } = useTranslation('accessToken');
  const { page: first, scopes } = useOwnTokenPage(null);
  const newToken = useNewToken({ scopes, onCreated: first.retry });
  const isEmpty = first.connection?.nodes.length === 0;

  const createButton = (
    <AccountButton look="primary" disabled={!first.connection} onClick={newToken.open}>
      <Plus className="size-4" />
      {t('new')}
    </AccountButton>
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
        usePage={useNextOwnPage}
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

const useNextUserPage = (id: string, after: string) => useUserTokenPage(id, after).page;

export function UserTokens({ userId }: { userId: string }) {
  const { t } = useTranslation('accessToken');
  const { page: first, user } = useUserTokenPage(userId, null);
  const newToken = useNewToken({
    scopes: user?.grantableScopes ?? [],
    serviceAccountId: user?.isServiceAccount ? userId : undefined,
    onCreated: first.retry,
  });
  const isEmpty = first.connection?.nodes.length === 0;
  const isAccount = user?.isServiceAccount ?? false;
  const createButton = user?.viewerCanCreateAccessToken && (
    <Button onClick={newToken.open}>
      <Plus className="size-4" />
      {t('new')}
    </Button>
  );
  return (
    <Section title={t('title')} action={!(isEmpty && isAccount) && createButton}>
      <PagedList
        label={t('title')}
        first={first}
        filter={userId}
        usePage={useNextUserPage}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} />}
        empty={
          isAccount ? (
            <EmptyState icon={KeyRound} title={t('none')} body={t('introOfAccount')}>
              {createButton}
            </EmptyState>
          ) : (
            <p className="text-sm text-text-muted">{t('none')}</p>
          )
        }
        more="button"
      />
      {newToken.dialog}
    </Section>
  );
}
