import { upperSnake } from '#scripts/add/names.ts';
import { dropped, each, type Field, type Spec, sortedTimes } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';

/** The text below the title: the first of the others that every record has. */
export const subtitle = ({ fields, title }: Spec): Field | undefined =>
  fields.find(
    (field) => field !== title && ['text', 'longtext', 'url', 'email'].includes(field.type),
  );

const selectionPart = ({ names }: Spec) => `<MountOnOpen open={hasSelection}>
        <${names.pascal}Selection key={searchTerm} searchTerm={searchTerm} total={total} />
      </MountOnOpen>`;

/** client/features/<entity>/<entities>-page.tsx */
export function listFile(spec: Spec): string {
  const { names, plural, title, icon, isInApp, hasBulk, owner } = spec;
  const pages = owner?.pages;
  const { pascal, camel, kebab } = names;
  const under = subtitle(spec);
  const sorted = [title, ...sortedTimes(spec)];
  const canEdit = isInApp && !owner ? `area === 'manager' && ` : '';
  const emptyBody = owner ? `'empty.body'` : isInApp ? `\`empty.\${area}\`` : `'empty.manager'`;
  const liveListProp = `liveList={{ list: '${plural.camel}', isFiltered: searchTerm !== '' }}`;
  return `import { ${icon} } from 'lucide-react';
import type { ${pascal}OrderField } from '#client/graphql/schema.generated.ts';

const orders: ListOrders<${pascal}OrderField> = [
  { name: 'updated', field: 'UPDATED_AT', direction: 'DESC' },
  { name: 'created', field: 'CREATED_AT', direction: 'DESC' },
${each(sorted, ({ name }) => `{ name: '${name}', field: '${upperSnake(name)}', direction: 'ASC' },`)}
];

const readFilter = (search: URLSearchParams) => ({
  searchTerm: readSearchTerm(search),
  ...readSort(search, orders),
});

type Filter = ReturnType<typeof readFilter>;

const pageOf = ({ searchTerm, orderBy }: Filter, after: string | null) => ({
  after,
  searchTerm,
  orderBy,
  withTotal: after === null,
});

export const preload: PreloadData = ({ search }) =>
  preloadQuery(${plural.pascal}Document, pageOf(readFilter(search), null));

function use${plural.pascal}(filter: Filter, after: string | null) {
  const query = { query: ${plural.pascal}Document, variables: pageOf(filter, after) };
  return listPage(useQuery(query), (data) => data.${plural.camel});
}

export default function ${plural.pascal}Page() {
  const { t } = useTranslation('${kebab}');
  ${canEdit ? 'const area = areaOf(useLocation().pathname);' : dropped}
  const filter = readFilter(useSearch());
  const { searchTerm } = filter;
  const first = use${plural.pascal}(filter, null);
  const clearSearch = useReplaceParam('searchTerm');
  const columns = use${pascal}Columns();
  ${hasBulk ? `const canDelete = ${pages?.canDelete(spec) ?? `useCan('${kebab}:delete')${canEdit ? ` && area === 'manager'` : ''}`};\n  const hasSelection = selection.use().ids.size > 0;\n  const total = first.connection?.totalCountUpTo;` : dropped}
  const sorting = {
    ...filter,
    orders,
    title: '${title.name}',
    labels: {
      updated: t('field.updatedAt'),
      created: t('field.createdAt'),
${each(sorted, ({ name }) => `${name}: t('field.${name}'),`)}
    },
  };
  const isEmpty = first.connection?.nodes.length === 0 && searchTerm === '';
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={${hasBulk ? 'total' : 'first.connection?.totalCountUpTo'}}
        totalText={(values) => t('list.total', values)}
        action={!isEmpty && ${canEdit}<New${pascal}Link floating />}
      />
      {!isEmpty && (
        <div className="mb-4 flex gap-2">
          <SearchBox label={t('list.search')} value={searchTerm} />
          <SortMenu sorting={sorting} />
          <ListMenu list="${plural.camel}" columns={columns.all}${hasBulk ? ' isSelectable={canDelete}' : ''} />
        </div>
      )}
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={use${plural.pascal}}
        lead="square"
        columns={columns.shown}
        sorting={sorting}
        ${liveListProp}
        searchTerm={searchTerm}
        row={(${camel}) => <${pascal}Row key={${camel}.id} ${camel}={${camel}} columns={columns.shown}${hasBulk ? ' selectable={canDelete}' : ''} />}
        empty={
          searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => void clearSearch('')} />
          ) : (
            <EmptyState icon={${icon}} title={t('empty.title')} body={t(${emptyBody})}>
              ${canEdit ? `{area === 'manager' && <New${pascal}Link />}` : `<New${pascal}Link />`}
            </EmptyState>
          )
        }
      />
      ${hasBulk ? selectionPart(spec) : dropped}
    </>
  );
}

type ${pascal}RowProps = {
  ${camel}: Masked<${pascal}RowFragment>;
  columns: readonly Column<${pascal}RowFragment>[];
  ${hasBulk ? 'selectable: boolean;' : dropped}
};

function ${pascal}Row({ ${camel}: masked, columns${hasBulk ? ', selectable' : ''} }: ${pascal}RowProps) {
  ${hasBulk ? 'const { t } = useTranslation();' : dropped}
  const ${camel} = unmask(masked);
  ${isInApp ? 'const area = areaOf(useLocation().pathname);' : dropped}
  return (
    <Row
      layout={columnLayout}
      to={${pathCall(spec, 'detail', `${camel}.id`)}}
      ${
        hasBulk
          ? `select={
        selectable && ${camel}.viewerCanDelete
          ? { id: ${camel}.id, label: t('list.select', { name: ${camel}.${title.name} }) }
          : undefined
      }`
          : dropped
      }
      lead={<RowIcon icon={${icon}} />}
      title={${camel}.${title.name}}
      ${under ? `subtitle={${camel}.${under.name}${under.optional && under.type !== 'text' && under.type !== 'longtext' ? ` ?? ''` : ''}}` : dropped}
      end={<Cells columns={columns} node={${camel}} />}
    />
  );
}

function New${pascal}Link({ floating }: { floating?: boolean }) {
  const { t } = useTranslation('${kebab}');
  ${spec.owner ? 'const area = areaOf(useLocation().pathname);' : dropped}
  return (
    <${pages?.can ?? 'Can'} do="${kebab}:create">
      <NewLink to={${pathCall(spec, 'create')}} label={t('new.action')} floating={floating} />
    </${pages?.can ?? 'Can'}>
  );
}
`;
}
