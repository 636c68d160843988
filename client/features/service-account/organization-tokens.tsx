import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { TokenRow } from '#client/features/access-token/token-row.tsx';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { OrganizationAccessTokensDocument } from './service-accounts.generated.ts';

function useTokenPage(id: string, after: string | null) {
  const query = useQuery({ query: OrganizationAccessTokensDocument, variables: { id, after } });
  return listPage(query, ({ organization }) => organization?.accessTokens);
}

export function OrganizationTokens({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('organization');
  const first = useTokenPage(organizationId, null);
  return (
    <Section title={t('serviceAccount.tokens')}>
      <p className="max-w-[72ch] text-sm text-text-muted">{t('serviceAccount.tokensIntro')}</p>
      <PagedList
        label={t('serviceAccount.tokens')}
        first={first}
        filter={organizationId}
        usePage={useTokenPage}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} owner={token.member?.name} />}
        empty={<p className="text-sm text-text-muted">{t('serviceAccount.noTokens')}</p>}
        more="button"
      />
    </Section>
  );
}
