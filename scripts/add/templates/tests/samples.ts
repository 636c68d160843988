import { namesOf } from '#scripts/add/names.ts';
import { each, type Field, isTime, type Spec } from '#scripts/add/spec.ts';

/** A valid value in TypeScript, as the API takes it. `text` is an expression for texts. */
export function apiSample(field: Field, text = `'Some text'`): string {
  switch (field.type) {
    case 'text':
    case 'longtext':
      return text;
    case 'url':
      return field.unique ? `\`https://example.com/\${${text}}\`` : `'https://example.com/a'`;
    case 'email':
      return field.unique ? `\`\${${text}}@example.com\`` : `'ada@example.com'`;
    case 'number':
      return '7';
    case 'boolean':
      return 'true';
    case 'date':
      return `'2031-01-31'`;
    case 'datetime':
      return `'2031-01-31T08:15:00.000Z'`;
    case 'enum':
      return `'${field.values[0]?.toUpperCase()}'`;
    case 'relation':
      return field.name;
  }
}

/** The same in a GraphQL document. What must be unique is a variable. */
export function documentSample(spec: Spec, field: Field): string {
  if (field.type === 'relation') return `$${field.target?.names.camel}Id`;
  if (field === spec.naming || (field.unique && field.type === 'text')) return '$name';
  if (field.type === 'email' && field.unique) return '$email';
  if (field.type === 'url' && field.unique) return '$link';
  if (field.type === 'enum') return field.values[0]?.toUpperCase() ?? '';
  return apiSample({ ...field, unique: false }).replaceAll(`'`, '"');
}

/** A value in TypeScript, as Prisma takes it. `name` is a variable with a unique text. */
export function rowSample(spec: Spec, field: Field): string {
  const isName = field === spec.naming || field.unique;
  if (isTime(field)) return `new Date(${apiSample(field)})`;
  if (field.type === 'enum') return `'${field.values[0]}' as const`;
  return apiSample(field, isName ? 'name' : undefined);
}

/** Nested `create` of a related record. The field's name tells several records of one entity apart. */
function relatedSample({ name, target }: Field): string {
  const id = `id: newId('${target?.type}')`;
  const text = `\`\${name}-${namesOf(name).kebab}\``;
  if (target?.type === 'Repository') {
    return `{ create: { ${id}, name: ${text}, link: 'https://git.example.com/some/thing' } }`;
  }
  if (target?.sample) return target.sample(id, text);
  if (target?.type === 'User') {
    return `{ create: { ${id}, email: \`\${name}-${namesOf(name).kebab}@example.com\` } }`;
  }
  return `{ create: { ${id}, ...new${target?.type}(${text}) } }`;
}

/** Columns of a new record. Optional fields are given, too, so that they are tested. */
export function newRow(spec: Spec): string {
  const own = spec.fields.filter(({ type }) => type !== 'relation');
  const line = (field: Field) => {
    const value = rowSample(spec, field);
    return field.name === value ? `${value},` : `${field.name}: ${value},`;
  };
  return [
    each(own, line),
    each(spec.stored, (field) => `${field.name}: ${relatedSample(field)},`),
  ].join('\n');
}

const longText = `'x'.repeat(10_000)`;
const odd = `'a\\u202eb'`;

/** Values of an input field that cause each of its error codes, the first one valid. */
export function inputSamples(spec: Spec, field: Field): string {
  const { type, optional, unique } = field;
  const empty = optional ? [`''`] : [`null`, `''`];
  const first =
    field === spec.naming || (type === 'text' && unique)
      ? `'Another one'`
      : apiSample({ ...field, unique: false });
  // Lets a record fail by its other unique values, although the title is unique.
  const others = field === spec.naming && unique ? [`'Yet another one'`] : [];
  switch (type) {
    case 'text':
    case 'longtext':
      return `[${[first, ...others, ...empty, odd, longText].join(', ')}]`;
    case 'url':
      return `['a.example', ${[...empty, `'a.b'`, `'nodots'`, `'ftp://a.b'`, `'a.b/'.repeat(1_000)`].join(', ')}]`;
    case 'email':
      return `['first@example.com', ${[...empty, `'nobody'`, `\`\${'x'.repeat(300)}@example.com\``].join(', ')}]`;
    default:
      return `[${first}, null]`;
  }
}

export const withInputs = (spec: Spec): Field[] =>
  spec.fields.filter(({ type }) => type !== 'relation');
