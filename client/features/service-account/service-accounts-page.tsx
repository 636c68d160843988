import { Bot, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Button } from '#client/ui/base/button.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { OrganizationTokens } from './organization-tokens.tsx';
import { ServiceAccountDialog } from './service-account-dialog.tsx';
import { ServiceAccountRow } from './service-account-row.tsx';
import { OrganizationServiceAccountsDocument } from './service-accounts.generated.ts';

function useAccountPage(id: string, after: string | null) {
  const query = useQuery({ query: OrganizationServiceAccountsDocument, variables: { id, after } });
  return listPage(query, ({ organization }) => organization?.members);
}

export function ServiceAccountsPage() {
  const { viewerCanInvite } = useOrganization();
  return viewerCanInvite ? <ServiceAccounts /> : <NotFound />;
}

function ServiceAccounts() {
  const { id, name } = useOrganization();
  const { t } = useTranslation('organization');
  usePageTitle(`${t('nav.serviceAccounts')} · ${name}`);
  const isCreating = useSearch().get('new') !== null;
  const replaceParam = useReplaceParam('new');
  const first = useAccountPage(id, null);
  const isEmpty = first.connection?.nodes.length === 0;
  const button = (
    <Button look="primary" aria-keyshortcuts="c" onClick={() => void replaceParam('1')}>
      <Plus className="size-4" />
      {t('serviceAccount.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('nav.serviceAccounts')}
        {...(!isEmpty && {
          subtitle: <p className="max-w-[60ch] text-pretty">{t('serviceAccount.intro')}</p>,
          actions: button,
        })}
      />
      <PagedList
        label={t('nav.serviceAccounts')}
        first={first}
        filter={id}
        usePage={useAccountPage}
        lead="square"
        row={(account) => <ServiceAccountRow key={account.id} account={account} />}
        empty={
          <EmptyState icon={Bot} title={t('serviceAccount.none')} body={t('serviceAccount.intro')}>
            {button}
          </EmptyState>
        }
      />
      <OrganizationTokens organizationId={id} />
      <MountOnOpen open={isCreating}>
        <ServiceAccountDialog
          open={isCreating}
          organizationId={id}
          onClose={() => void replaceParam('')}
        />
      </MountOnOpen>
    </>
  );
}
