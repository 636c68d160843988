import type { Field, Spec } from '#scripts/add/spec.ts';

/** JSX that shows a field's value, given a variable with its name. Null for texts, which have their own places. */
export function shownValue(field: Field): string | null {
  const { name, type, target, optional } = field;
  const orNothing = (jsx: string) => (optional ? `${name} !== null && ${jsx}` : jsx);
  switch (type) {
    case 'text':
      return `<span dir="auto">{${name}}</span>`;
    case 'longtext':
      return null;
    case 'email':
      return orNothing(`<bdi dir="ltr" className="wrap-anywhere">{${name}}</bdi>`);
    case 'url':
      return orNothing(
        `(<a dir="ltr" href={${name}} target="_blank" rel="noreferrer noopener" className="wrap-anywhere text-accent-text underline underline-offset-2">{${name}}</a>)`,
      );
    case 'number':
      return orNothing(`formatNumber(${name})`);
    case 'boolean':
      return `t(${name} ? 'value.yes' : 'value.no')`;
    case 'date':
      return orNothing(`<DayText value={${name}} />`);
    case 'datetime':
      return orNothing(`<time dateTime={${name}}>{formatDateTime(${name})}</time>`);
    case 'enum':
      return orNothing(`t(\`option.${name}.\${${name}}\`)`);
    case 'relation':
      return target?.plainTitle
        ? `${name} && <span dir="auto" title={${name}.${target.plainTitle}} className="wrap-anywhere @2xl:block @2xl:truncate">{${name}.${target.plainTitle}}</span>`
        : `${name} && <RecordLink type="${target?.type}" record={${name}} />`;
  }
}

const isElement = (jsx: string) => jsx.startsWith('<');

/** The same as a child of an element. */
export const asChild = (jsx: string): string => (isElement(jsx) ? jsx : `{${jsx}}`);

/** Fields with a place of their own on the page of a record: the title, and long texts. */
export const facts = (spec: Spec): Field[] =>
  spec.shown.filter((field) => field !== spec.title && field.type !== 'longtext');
