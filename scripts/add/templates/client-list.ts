import { upperSnake } from '#scripts/add/names.ts';
import { dropped, each, type Field, type Spec, sortedTimes } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';

/** The text below the title: the first of the others that every record has. */
export const subtitle = ({ fields, title }: Spec): Field | undefined =>
  fields.find(
    (field) => field !== title && ['text', 'longtext', 'url', 'email'].includes(field.type),
  );

const selectionProp = ({ names }: Spec) => `selectionBar={(total) => (
        <${names.pascal}Selection key={filter.searchTerm} searchTerm={filter.searchTerm} total={total} />
      )}`;

/** client/features/<entity>/<entities>-page.tsx */
export function listFile(spec: Spec): string {
  const { names, plural, title, icon, isInApp, hasBulk, owner } = spec;
  const pages = owner?.pages;
  const { pascal, camel, kebab } = names;
  const under = subtitle(spec);
  const sorted = [title, ...sortedTimes(spec)];
  const canEdit = isInApp && !owner ? `area === 'manager' && ` : '';
  const emptyBody = owner ? `'empty.body'` : isInApp ? `\`empty.\${area}\`` : `'empty.manager'`;
  const liveListProp = `liveList={{ list: '${plural.camel}', isFiltered: filter.searchTerm !== '' }}`;
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
  const columns = use${pascal}Columns();
  ${hasBulk ? `const canDelete = ${pages?.canDelete(spec) ?? `useCan('${kebab}:delete')${canEdit ? ` && area === 'manager'` : ''}`};` : dropped}
  return (
    <RecordList
      namespace="${kebab}"
      first={use${plural.pascal}(filter, null)}
      filter={filter}
      usePage={use${plural.pascal}}
      orders={orders}
      columns={columns}
      menu={{ list: '${plural.camel}'${hasBulk ? ', isSelectable: canDelete' : ''} }}
      lead="square"
      ${liveListProp}
      row={(${camel}) => <${pascal}Row key={${camel}.id} ${camel}={${camel}} columns={columns.shown}${hasBulk ? ' selectable={canDelete}' : ''} />}
      icon={${icon}}
      emptyBody={t(${emptyBody})}
      newLink={(floating) => ${canEdit}<New${pascal}Link floating={floating} />}
      ${hasBulk ? selectionProp(spec) : dropped}
    />
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

function New${pascal}Link({ floating }: { floating: boolean }) {
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
