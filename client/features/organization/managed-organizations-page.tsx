import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { Can } from '#client/features/session/use-session.ts';
import { RecordList } from '#client/graphql/record-list.tsx';
import type { OrganizationOrderField } from '#client/graphql/schema.generated.ts';
import { useList } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { type ListOrders, readSearchTerm, readSort } from '#client/lib/address/search-params.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import {
  Cells,
  type Column,
  columnLayout,
  timeColumn,
  useColumns,
} from '#client/ui/list/columns.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { type OrganizationRowFragment, OrganizationsDocument } from './organization.generated.ts';

const orders: ListOrders<OrganizationOrderField> = [
  { name: 'created', field: 'CREATED_AT', direction: 'DESC' },
  { name: 'updated', field: 'UPDATED_AT', direction: 'DESC' },
  { name: 'name', field: 'NAME', direction: 'ASC' },
];

const readFilter = (search: URLSearchParams) => ({
  searchTerm: readSearchTerm(search),
  ...readSort(search, orders),
});

export function ManagedOrganizationsPage() {
  const { t } = useTranslation('organization');
  const filter = readFilter(useSearch());
  const { searchTerm, orderBy } = filter;
  const columns = useOrganizationColumns();
  return (
    <RecordList
      namespace="organization"
      list={useList(
        OrganizationsDocument,
        { searchTerm, orderBy },
        ({ organizations }) => organizations,
      )}
      filter={filter}
      orders={orders}
      columns={columns}
      menu={{ list: 'organizations' }}
      lead="square"
      row={(organization) => (
        <OrganizationRow
          key={organization.id}
          organization={organization}
          columns={columns.shown}
        />
      )}
      icon={Building2}
      emptyBody={t('empty.manager')}
      newLink={(floating) =>
        !floating && (
          <Can do="organization:create">
            <NewLink to={organizationPaths.create()} label={t('new.action')} />
          </Can>
        )
      }
    />
  );
}

type OrganizationRowProps = {
  organization: OrganizationRowFragment;
  columns: readonly Column<OrganizationRowFragment>[];
};

function OrganizationRow({ organization, columns }: OrganizationRowProps) {
  const { id, name, slug } = organization;
  return (
    <Row
      layout={columnLayout}
      to={organizationPaths.managedDetail(id)}
      lead={<Avatar id={id} name={name} ofOrganization />}
      title={name}
      subtitle={slug}
      end={<Cells columns={columns} node={organization} />}
    />
  );
}

function useOrganizationColumns() {
  const { t } = useTranslation('organization');
  return useColumns<OrganizationRowFragment>('organizations', [
    {
      id: 'members',
      label: t('nav.members'),
      width: '@2xl:column-20 @2xl:tabular-nums',
      shown: true,
      cell: ({ memberCount: count }) => (
        <>
          <span className="@2xl:sr-only">
            {t('list.members', { count, total: formatNumber(count) })}
          </span>
          <span aria-hidden="true" className="@max-2xl:hidden">
            {formatNumber(count)}
          </span>
        </>
      ),
    },
    timeColumn('updatedAt', { label: t('field.updatedAt'), shown: false }),
    timeColumn('createdAt', { label: t('field.createdAt'), shown: true }),
  ]);
}
