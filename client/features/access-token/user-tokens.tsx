import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { TokenRow } from './token-row.tsx';
import { useNewToken } from './use-new-token.tsx';
import { useUserTokenPage } from './use-token-page.ts';

const useTokenPage = (id: string, after: string) => useUserTokenPage(id, after).page;

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
