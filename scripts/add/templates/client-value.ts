import { capitalized } from '#scripts/add/names.ts';
import type { Field, Spec } from '#scripts/add/spec.ts';

export const showsName = ({ name }: Field): string => `shows${capitalized(name)}`;

/** Declares whether the viewer is shown a field that is for managers. */
export const showsOf = (field: Field): string =>
  `const ${showsName(field)} = useCan('${field.target?.permission}');`;

/** JSX that shows a field's value, given a variable with its name. */
export function shownValue({ name, type, target }: Field): string {
  switch (type) {
    case 'email':
      return `<bdi dir="ltr" className="wrap-anywhere">{${name}}</bdi>`;
    case 'url':
      return `(<a dir="ltr" href={${name}} target="_blank" rel="noreferrer noopener" className="wrap-anywhere text-accent-text underline underline-offset-2">{${name}}</a>)`;
    case 'number':
      return `formatNumber(${name})`;
    case 'boolean':
      return `t(${name} ? 'value.yes' : 'value.no')`;
    case 'date':
      return `<DayText value={${name}} />`;
    case 'datetime':
      return `<time dateTime={${name}}>{formatDateTime(${name})}</time>`;
    case 'enum':
      return `t(\`option.${name}.\${${name}}\`)`;
    case 'relation':
      return target?.plainTitle
        ? `<span dir="auto" title={${name}.${target.plainTitle}} className="wrap-anywhere in-data-cell:block in-data-cell:truncate">{${name}.${target.plainTitle}}</span>`
        : `<RecordLink type="${target?.type}" record={${name}} />`;
    default:
      return `<span dir="auto">{${name}}</span>`;
  }
}

/** Whether there is a value, if it may be missing. */
export function presence({ name, type, optional }: Field): string | undefined {
  if (type === 'relation') return name;
  if (!optional) return undefined;
  return type === 'text' ? name : `${name} !== null`;
}

/** Fields with a place of their own on the page of a record: the title, and long texts. */
export const facts = (spec: Spec): Field[] =>
  spec.shown.filter((field) => field !== spec.title && field.type !== 'longtext');
