import { upperSnake } from '#scripts/add/names.ts';
import { dropped, each, type Field, has, isText, type Spec } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';
import { filterProps, filterValue, paramsOf, readParams } from './filters.ts';

/** The text below the title: the first of the others that every record has. */
export const subtitle = ({ fields, naming }: Spec): Field | undefined =>
  fields.find((field) => field !== naming && isText(field));

/** Variables that all pages of the list share. */
const conditionsOf = ({ filters }: Spec) =>
  filters.length
    ? `const conditionsOf = ({ searchTerm, orderBy, ${filters.map(({ name }) => name).join(', ')} }: Filter) => ({
  searchTerm,
  orderBy,
  filter: { ${filters.map(filterValue).join(', ')} },
});`
    : 'const conditionsOf = ({ searchTerm, orderBy }: Filter) => ({ searchTerm, orderBy });';

/** client/features/<entity>/<entities>-page.tsx */
export function listFile(spec: Spec): string {
  const { pascal, camel, kebab, plural, title, icon, isInApp, hasBulk, owner } = spec;
  const pages = owner?.pages;
  const under = subtitle(spec);
  const sorted = [title, ...spec.sortedTimes];
  const chosen = spec.filters;
  const canEdit = isInApp && !owner ? `area === 'manager' && ` : '';
  const emptyBody = owner ? `'empty.body'` : isInApp ? `\`empty.\${area}\`` : `'empty.manager'`;
  const liveListProp = `liveList={{ list: '${plural.camel}', isFiltered: ${chosen.length ? 'isFiltered || ' : ''}filter.searchTerm !== '' }}`;
  return `import { ${icon} } from 'lucide-react';
import type { ${pascal}OrderField } from '#client/graphql/schema.generated.ts';

const orders: ListOrders<${pascal}OrderField> = [
  { name: 'updated', field: 'UPDATED_AT', direction: 'DESC' },
  { name: 'created', field: 'CREATED_AT', direction: 'DESC' },
${each(sorted, ({ name }) => `{ name: '${name}', field: '${upperSnake(name)}', direction: 'ASC' },`)}
];

${each(chosen, ({ name, type, values }) => (type === 'enum' ? `const ${name}Values = [${values.map((value) => `'${value.toUpperCase()}'`).join(', ')}] as const;` : ''))}
${has(spec, 'boolean') ? `const flags = ['true', 'false'] as const;` : dropped}
${chosen.length ? `const params = [${chosen.map(paramsOf).join(', ')}];` : dropped}

const readFilter = (search: URLSearchParams) => ({
  searchTerm: readSearchTerm(search),
  ...readSort(search, orders),
${each(chosen, readParams)}
});

type Filter = ReturnType<typeof readFilter>;

${conditionsOf(spec)}

export const preload: PreloadData = ({ search }) =>
  preloadList(${plural.pascal}Document, conditionsOf(readFilter(search)));

export default function ${plural.pascal}Page() {
  const { t } = useTranslation(${has(spec, 'boolean') ? `['${kebab}', 'common']` : `'${kebab}'`});
  ${canEdit ? 'const area = areaOf(useLocation().pathname);' : dropped}
  ${chosen.length ? 'const search = useSearch();' : dropped}
  const filter = readFilter(${chosen.length ? 'search' : 'useSearch()'});
  const list = useList(${plural.pascal}Document, conditionsOf(filter), (data) => data.${plural.camel});
  const columns = use${pascal}Columns();
  ${chosen.length ? 'const isFiltered = params.some((param) => search.has(param));' : dropped}
  ${hasBulk ? `const canDelete = ${pages?.canDelete(spec) ?? `useCan('${kebab}:delete')${canEdit ? ` && area === 'manager'` : ''}`};` : dropped}
  return (
    <RecordList
      namespace="${kebab}"
      list={list}
      filter={filter}
      orders={orders}
      columns={columns}
      ${chosen.length ? filterProps(spec) : dropped}
      menu={{ list: '${plural.camel}'${hasBulk ? ', isSelectable: canDelete' : ''} }}
      lead="square"
      ${liveListProp}
      row={(${camel}) => <${pascal}Row key={${camel}.id} ${camel}={${camel}} columns={columns.shown}${hasBulk ? ' selectable={canDelete}' : ''} />}
      icon={${icon}}
      emptyBody={t(${emptyBody})}
      newLink={(floating) => ${canEdit}<New${pascal}Link floating={floating} />}
      ${hasBulk ? `selectionBar={<${pascal}Selection key={${chosen.length ? 'list.key' : 'filter.searchTerm'}} list={list} />}` : dropped}
    />
  );
}

type ${pascal}RowProps = {
  ${camel}: ${pascal}RowFragment;
  columns: readonly Column<${pascal}RowFragment>[];
  ${hasBulk ? 'selectable: boolean;' : dropped}
};

function ${pascal}Row({ ${camel}, columns${hasBulk ? ', selectable' : ''} }: ${pascal}RowProps) {
  ${hasBulk ? 'const { t } = useTranslation();' : dropped}
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
      actions={${canEdit}<${pascal}Actions ${camel}={${camel}} />}
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
