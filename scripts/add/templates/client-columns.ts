import { dropped, each, type Field, isForManagers, isText, type Spec } from '#scripts/add/spec.ts';
import { presence, shownValue, showsName, showsOf } from './client-value.ts';

/** Columns of the list: relations, then the others in the order of the fields. More would not fit. */
const maxColumns = 4;
/** Columns that are shown until the viewer chooses others. */
const shownColumns = 3;

const inColumns = (spec: Spec): Field[] =>
  spec.shown
    .filter((field) => !isText(field))
    .toSorted((one, other) => Number(other.type === 'relation') - Number(one.type === 'relation'))
    .slice(0, maxColumns);

const widths: Partial<Record<Field['type'], number>> = { relation: 36, datetime: 48 };

function column(field: Field, index: number): string {
  const test = presence(field);
  return `{
  id: '${field.name}',
  label: t('field.${field.name}'),
  width: '@2xl:column-${widths[field.type] ?? 28}',
  shown: ${index < shownColumns},
  ${index === shownColumns - 1 ? 'wide: true,' : dropped}
  labelled: true,
  ${test ? `empty: t('value.none'),` : dropped}
  cell: ({ ${field.name} }) => ${test ? `${test} && ` : ''}${shownValue(field)},
}`;
}

const columnForManagers = ({ pascal }: Spec, field: Field, index: number) => `${showsOf(field)}
  const ${field.name}: Column<${pascal}RowFragment> = ${column(field, index)};`;

/** client/features/<entity>/<entity>-columns.tsx */
export function columnsFile(spec: Spec): string {
  const { pascal, kebab, plural } = spec;
  const columns = inColumns(spec);
  return `/** All columns of the list, and those that the viewer has chosen. */
export function use${pascal}Columns() {
  const { t } = useTranslation('${kebab}');
${each(columns, (field, index) => (isForManagers(spec, field) ? columnForManagers(spec, field, index) : ''))}
  return useColumns<${pascal}RowFragment>('${plural.camel}', [
${each(columns, (field, index) => (isForManagers(spec, field) ? `...(${showsName(field)} ? [${field.name}] : []),` : `${column(field, index)},`))}
    timeColumn('updatedAt', { label: t('field.updatedAt'), shown: ${columns.length < shownColumns}, wide: true }),
    timeColumn('createdAt', { label: t('field.createdAt'), shown: false }),
  ]);
}
`;
}
