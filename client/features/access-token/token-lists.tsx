import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { Button } from '#client/ui/base/button.tsx';
import { listClass, Row, RowIcon } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { OwnAccessTokensDocument, UserAccessTokensDocument } from './access-tokens.generated.ts';
import { useNewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';

const first = limits.accessTokensPerUser;

/** Without a way to create one in a review, where there may be something to remove. */
export function AccessTokens({ isReview = false }: { isReview?: boolean }) {
  const { t } = useTranslation('accessToken');
  const list = useList(OwnAccessTokensDocument, { first }, ({ viewer }) => viewer?.accessTokens);
  const scopes = list.data?.viewer?.user.grantableScopes ?? [];
  const newToken = useNewToken({ scopes });
  const isEmpty = list.connection?.nodes.length === 0;

  const createButton = (
    <AccountButton look="primary" disabled={!list.connection} onClick={newToken.open}>
      <Plus />
      {t('new')}
    </AccountButton>
  );
  return (
    <section aria-label={t('title')} className="grid gap-4">
      {!isEmpty && !isReview && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-sm text-text-muted">{t('intro')}</p>
          {createButton}
        </div>
      )}
      <PagedList
        label={t('title')}
        list={list}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} />}
        empty={
          isReview ? (
            <ul aria-label={t('title')} className={listClass}>
              <Row lead={<RowIcon icon={KeyRound} />} title={t('none')} />
            </ul>
          ) : (
            <EmptyState icon={KeyRound} title={t('none')} body={t('intro')}>
              {createButton}
            </EmptyState>
          )
        }
        more="button"
      />
      {newToken.dialog}
    </section>
  );
}

export function UserTokens({ userId }: { userId: string }) {
  const { t } = useTranslation('accessToken');
  const list = useList(
    UserAccessTokensDocument,
    { id: userId, first },
    ({ user }) => user?.accessTokens,
  );
  const user = list.data?.user;
  const newToken = useNewToken({
    scopes: user?.grantableScopes ?? [],
    serviceAccountId: user?.isServiceAccount ? userId : undefined,
  });
  const isEmpty = list.connection?.nodes.length === 0;
  const isAccount = user?.isServiceAccount ?? false;
  const createButton = user?.viewerCanCreateAccessToken && (
    <Button onClick={newToken.open}>
      <Plus />
      {t('new')}
    </Button>
  );
  return (
    <Section title={t('title')} action={!(isEmpty && isAccount) && createButton}>
      <PagedList
        label={t('title')}
        list={list}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} />}
        empty={
          isAccount ? (
            <EmptyState icon={KeyRound} title={t('none')} body={t('introOfAccount')}>
              {createButton}
            </EmptyState>
          ) : (
            <p className="vacant text-sm text-text-muted">{t('none')}</p>
          )
        }
        more="button"
      />
      {newToken.dialog}
    </Section>
  );
}
