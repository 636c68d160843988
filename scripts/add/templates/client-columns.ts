import { dropped, type Field, type Spec } from '#scripts/add/spec.ts';
import { shownValue } from './client-value.ts';

/** Columns of the list: relations, then the others in the order of the fields. More would not fit. */
const maxColumns = 4;
/** Columns that are shown until the viewer chooses others. */
const shownColumns = 3;

export const inColumns = ({ fields }: Spec): Field[] =>
  fields
    .filter(({ type }) => !['text', 'longtext', 'url', 'email'].includes(type))
    .toSorted((one, other) => Number(other.type === 'relation') - Number(one.type === 'relation'))
    .slice(0, maxColumns);

const empty = ({ optional, type }: Field) => optional || type === 'relation';

/** A column of the list in JSX. */
export function column(field: Field, index: number): string {
  const value =
    field.type === 'datetime' ? shownValue(field)?.replace(' focusable', '') : shownValue(field);
  return `{
  id: '${field.name}',
  label: t('field.${field.name}'),
  width: '@2xl:column-${field.type === 'relation' ? 36 : 28}',
  shown: ${index < shownColumns},
  ${index === shownColumns - 1 ? 'wide: true,' : dropped}
  labelled: true,
  ${empty(field) ? `empty: t('value.none'),` : dropped}
  cell: ({ ${field.name} }) => ${value},
},`;
}
