import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Can } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { UserForm } from '#client/features/user/user-form.tsx';
import { UserRow, useUserColumns } from '#client/features/user/user-row.tsx';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { preloadList, useList } from '#client/graphql/use-list.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { ServiceAccountsDocument } from './service-accounts.generated.ts';

const conditions = {};

export const preload: PreloadData = () => preloadList(ServiceAccountsDocument, conditions);

export default function ServiceAccountsPage() {
  const { t } = useTranslation('user');
  const columns = useUserColumns();
  const list = useList(ServiceAccountsDocument, conditions, ({ users }) => users);
  const isEmpty = list.connection?.nodes.length === 0;
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
        total={isEmpty ? undefined : list.connection?.totalCountUpTo}
        totalText={(values) => t('serviceAccount.total', values)}
        action={!isEmpty && newLink}
      />
      <PagedList
        label={t('serviceAccount.title')}
        nameLabel={t('field.name')}
        list={list}
        lead="square"
        columns={columns.shown}
        row={(account) => (
          <UserRow
            key={account.id}
            user={account}
            columns={columns.shown}
            selectable={false}
            showsKind={false}
          />
        )}
        empty={
          <EmptyState icon={Bot} title={t('serviceAccount.none')} body={t('serviceAccount.intro')}>
            {newLink}
          </EmptyState>
        }
      />
    </>
  );
}

export function NewServiceAccountPage() {
  return <UserForm isServiceAccount />;
}
