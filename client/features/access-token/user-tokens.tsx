import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#client/graphql/fragments.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { useUserAccessTokensQuery } from './access-tokens.generated.ts';
import { TokenRow } from './token-row.tsx';
import { useNewToken } from './use-new-token.tsx';

function useTokenQuery(id: string, after: string | null) {
  return useUserAccessTokensQuery({
    variables: { id, first: limits.accessTokensPerUser, after },
  });
}

type TokenQuery = ReturnType<typeof useTokenQuery>;

const pageOf = (query: TokenQuery) =>
  listPage(query, ({ user }) => user?.accessTokens && unmask(user.accessTokens));

const useTokenPage = (id: string, after: string) => pageOf(useTokenQuery(id, after));

/** Access tokens of a user: managers revoke them, and create and rotate those of service accounts. */
export function UserTokens({ userId }: { userId: string }) {
  const { t } = useTranslation('token');
  const query = useTokenQuery(userId, null);
  const first = pageOf(query);
  const user = query[0].data?.user;
  const newToken = useNewToken({
    scopes: user?.grantableScopes ?? [],
    serviceAccountId: user?.isServiceAccount ? userId : undefined,
    onCreated: first.retry,
  });
  const isEmpty = first.connection?.nodes.length === 0;
  const isAccount = user?.isServiceAccount ?? false;
  const createButton = user?.viewerCanCreateAccessToken && (
    <Button onClick={newToken.open}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </Button>
  );
  return (
    <Section title={t('title')} action={!(isEmpty && isAccount) && createButton}>
      <PagedList
        label={t('title')}
        first={first}
        filter={userId}
        usePage={useTokenPage}
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
