import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { Can } from '#client/features/session/can.tsx';
import { userPaths } from '#client/features/user/entity.ts';
import { StatusBadge } from '#client/features/user/user-badges.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import {
  type ServiceAccountRowFragment,
  ServiceAccountsDocument,
} from './service-accounts.generated.ts';

const variablesOf = (after: string | null) => ({ after, withTotal: after === null });

export const preload: PreloadData = () => preloadQuery(ServiceAccountsDocument, variablesOf(null));

function useAccountPage(_filter: null, after: string | null) {
  return listPage(
    useQuery({ query: ServiceAccountsDocument, variables: variablesOf(after) }),
    ({ users }) => users,
  );
}

export default function ServiceAccountsPage() {
  const { t } = useTranslation('user');
  const first = useAccountPage(null, null);
  const isEmpty = first.connection?.nodes.length === 0;
  const newLink = (
    <Can do="service-account:create">
      <NewLink
        to={userPaths.createServiceAccount()}
        label={t('serviceAccount.new')}
        floating={!isEmpty}
      />
    </Can>
  );
  return (
    <>
      <ListHeader
        title={t('serviceAccount.title')}
        total={first.connection?.totalCountUpTo}
        totalText={(values) => t('serviceAccount.total', values)}
        action={!isEmpty && newLink}
      />
      {!isEmpty && (
        <p className="mb-4 max-w-[72ch] text-sm text-text-muted">{t('serviceAccount.intro')}</p>
      )}
      <PagedList
        label={t('serviceAccount.title')}
        first={first}
        filter={null}
        usePage={useAccountPage}
        lead="square"
        row={(account) => <AccountRow key={account.id} account={account} />}
        empty={
          <EmptyState icon={Bot} title={t('serviceAccount.none')} body={t('serviceAccount.intro')}>
            {newLink}
          </EmptyState>
        }
      />
    </>
  );
}

function AccountRow({ account: masked }: { account: Masked<ServiceAccountRowFragment> }) {
  const { id, name, role, status, lastActiveAt } = unmask(masked);
  const { t } = useTranslation('user');
  return (
    <Row
      to={userPaths.detail(id)}
      lead={<RowIcon icon={Bot} />}
      title={name}
      subtitle={t(`role.${role}`)}
      end={
        <>
          {status === 'BANNED' && <StatusBadge status={status} />}
          <span>
            {lastActiveAt ? <RelativeTime value={lastActiveAt} /> : t('serviceAccount.neverUsed')}
          </span>
        </>
      }
    />
  );
}
