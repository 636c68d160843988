/** How lists are filtered by a field: in the API and in the interface. */
import { namesOf } from '#scripts/add/names.ts';
import { each, enumType, type Field, isTime, type Spec } from '#scripts/add/spec.ts';

/** Values that a filter by an enum or boolean offers in the interface. */
export const valuesOf = ({ name, type }: Field): string =>
  type === 'enum' ? `${name}Values` : 'flags';

/** A field of the API's filter, which is named after its column. */
function inputOf(spec: Spec, field: Field): string {
  const { name, type, column } = field;
  const { words } = spec.plural;
  const label = namesOf(name).words;
  switch (type) {
    case 'boolean':
      return `${name}: t.boolean({ description: 'Only ${words} with this value of \`${name}\`.' }),`;
    case 'enum':
      return `${name}: t.field({ type: ${enumType(spec, field)}, description: 'Only ${words} with this ${label}.' }),`;
    case 'relation':
      return `${column}: t.id({ description: 'Only ${words} of the ${label} with this ID. An ID that you don’t see matches nothing.' }),`;
    default:
      return `${name}: t.field({ type: periodFilter('${type === 'date' ? 'Date' : 'DateTime'}'), description: 'Only ${words} whose \`${name}\` is in this period.' }),`;
  }
}

/** `fields` of the API's filter. */
export function filterFields(spec: Spec): string {
  const common = `recordFilterFields(t, '${spec.plural.words}')`;
  if (spec.filters.length === 0) return common;
  return `({ ...${common}, ${spec.filters.map((field) => inputOf(spec, field)).join(' ')} })`;
}

/** Search parameters of the page. */
export const paramsOf = (field: Field): string =>
  isTime(field) ? `...dayParams('${field.name}')` : `'${field.name}'`;

/** Their values. */
export function readParams(field: Field): string {
  const { name, type } = field;
  if (isTime(field)) return `${name}: readDays(search, '${name}'),`;
  if (type === 'relation') return `${name}: readId(search, '${name}'),`;
  return `${name}: readChoice(search, '${name}', ${valuesOf(field)}),`;
}

/** The field of the API's filter, given these values. */
export function filterValue({ name, type, column }: Field): string {
  switch (type) {
    case 'enum':
      return name;
    case 'boolean':
      return `${name}: ${name} && ${name} === 'true'`;
    case 'relation':
      return `${column}: ${name}`;
    default:
      return `${name}: periodOf(${name}${type === 'date' ? ', dayText' : ''})`;
  }
}

/** Component that shows and changes these values. */
function controlOf(field: Field): string {
  const { name, type, target } = field;
  const props = `param="${name}" label={t('field.${name}')} value={filter.${name}}`;
  if (isTime(field)) return `<DaysFilter ${props} />`;
  if (type === 'relation') return `<RelationFilter type="${target?.type}" ${props} />`;
  const label =
    type === 'enum'
      ? `t(\`option.${name}.\${value}\`)`
      : `t('common:labelled', { label: t('field.${name}'), value: t(value === 'true' ? 'value.yes' : 'value.no') })`;
  return `<FilterMenu ${props} any={t('value.any')} options={${valuesOf(field)}.map((value) => ({ value, label: ${label} }))} />`;
}

/** Props of the list for its filters. */
export const filterProps = ({ filters }: Spec): string => `filters={
        <>
          ${each(filters, controlOf)}
          <ClearFilters params={params} />
        </>
      }
      noMatch={isFiltered && <NoMatch params={params} />}`;
