import { labelOf, namesOf, statementOf } from '#scripts/add/names.ts';
import { enumType, type Field, isForManagers, isText, type Spec } from '#scripts/add/spec.ts';
import { textCodes } from './rules.ts';
import { usedCode } from './server-entity.ts';

const formats: Partial<Record<Field['type'], (field: Field) => string>> = {
  text: ({ optional }) => `${optional ? 'At most' : '1 to'} \${limits.nameMax} characters.`,
  longtext: ({ optional }) =>
    `${optional ? 'At most' : '1 to'} \${limits.descriptionMax} characters.`,
  url: () =>
    `An http or https URL of at most \${limits.linkMax} characters; \\\`https://\\\` is added if it has no scheme.`,
  email: () => `An email address of at most \${limits.emailMax} characters.`,
};

const builders: Partial<Record<Field['type'], string>> = {
  number: 't.int(',
  boolean: 't.boolean(',
  relation: 't.id(',
};

const scalars: Partial<Record<Field['type'], string>> = { date: `'Date'`, datetime: `'DateTime'` };

/** A field of the input, whose description says what is accepted. */
export function inputField(spec: Spec, field: Field, isUpdate: boolean): string {
  const { type, optional, unique, name } = field;
  const label = type === 'relation' ? `ID of the ${namesOf(name).words}` : labelOf(name);
  const isNew = isUpdate && !['relation', 'date', 'datetime'].includes(type);
  const text = [
    type === 'boolean'
      ? `Whether ${statementOf(spec.words, name)}.`
      : `${isNew ? `New ${label.toLowerCase()}` : label}.`,
    formats[type]?.(field),
    unique && 'Unique.',
    isForManagers(spec, field) && `Requires \`${field.target?.permission}\`.`,
    isUpdate && (optional ? 'Null clears it.' : 'Null is refused.'),
  ]
    .filter(Boolean)
    .join(' ');
  const quoted = text.includes('${') ? `\`${text}\`` : `'${text}'`;
  const graphql = type === 'enum' ? enumType(spec, field) : scalars[type];
  const begin = isText(field) ? 't.string(' : (builders[type] ?? 't.field(');
  const parts = [
    graphql && `type: ${graphql}`,
    !isUpdate && !optional && 'required: true',
    `description: ${quoted}`,
  ].filter(Boolean);
  return `${field.column}: ${begin}{ ${parts.join(', ')} }),`;
}

const ofLinks = ['LINK_INVALID', 'LINK_TOO_SHORT', 'LINK_TOO_LONG', 'LINK_WITHOUT_DOT'];
const ofEmails = ['EMAIL_INVALID', 'EMAIL_TOO_LONG'];

function codesOf(spec: Spec, field: Field): string[] {
  const { type, optional, unique } = field;
  const used = unique ? [usedCode(spec, field)] : [];
  const required = (code: string) => (optional ? [] : [code]);
  if (type === 'url') return [...required('LINK_REQUIRED'), ...ofLinks, ...used];
  if (type === 'email') return [...required('EMAIL_REQUIRED'), ...ofEmails, ...used];
  if (type === 'relation') return ['NOT_FOUND'];
  if (type !== 'text' && type !== 'longtext') return [];
  const codes = textCodes(spec, field);
  return [...required(codes.required), codes.invalid, codes.tooLong, ...used];
}

/** Codes that both mutations can answer with. */
export const fieldCodes = (spec: Spec): string[] => [
  ...new Set(spec.fields.flatMap((field) => codesOf(spec, field))),
];

/** Codes besides: updates refuse null for required fields of types that can't be empty when creating. */
export function updateCodes(spec: Spec): string[] {
  const isRefused = ({ type, optional }: Field) =>
    !optional && ['number', 'boolean', 'date', 'datetime', 'enum', 'relation'].includes(type);
  const isListed = fieldCodes(spec).includes('VALUE_REQUIRED');
  return spec.fields.some(isRefused) && !isListed ? ['VALUE_REQUIRED'] : [];
}
