import { each, type Field, type Spec } from '#scripts/add/spec.ts';

/** The title has the codes of names. Other texts have general ones, unless there are codes of their name. */
export function textCodes(
  spec: Spec,
  field: Field,
): { required: string; invalid: string; tooLong: string } {
  if (field === spec.title) {
    return { required: 'NAME_REQUIRED', invalid: 'NAME_INVALID', tooLong: 'NAME_TOO_LONG' };
  }
  const noun = field.type === 'longtext' && field.name === 'description' ? 'DESCRIPTION' : 'VALUE';
  return { required: 'VALUE_REQUIRED', invalid: `${noun}_INVALID`, tooLong: `${noun}_TOO_LONG` };
}

function textRule(spec: Spec, field: Field): string {
  const { required, invalid, tooLong } = textCodes(spec, field);
  const isLong = field.type === 'longtext';
  const max = isLong ? 'limits.descriptionMax' : 'limits.nameMax';
  const options = [
    !field.optional && `required: '${required}'`,
    `invalid: '${invalid}'`,
    `tooLong: '${tooLong}'`,
    `max: ${max}`,
    isLong && 'multiline: true',
    field === spec.naming && 'legible: true',
  ].filter(Boolean);
  return `${field.optional ? 'optionalText' : 'text'}({ ${options.join(', ')} })`;
}

const orNull = ({ optional }: Field, rule: string) => (optional ? `optional(${rule})` : rule);

/** A form has no field for records that the viewer can't choose, which stay as they are. */
function relationRule(field: Field): string {
  const rule = orNull(field, `z.string('VALUE_REQUIRED').check(z.minLength(1, 'VALUE_REQUIRED'))`);
  return field.optional ? `z.exactOptional(${rule})` : rule;
}

function ruleOf(spec: Spec, field: Field): string {
  switch (field.type) {
    case 'text':
    case 'longtext':
      return textRule(spec, field);
    case 'url':
      return orNull(field, 'link');
    case 'email':
      return orNull(field, 'email');
    case 'number':
      return orNull(field, `number({ required: 'VALUE_REQUIRED', invalid: 'NUMBER_INVALID' })`);
    case 'boolean':
      return `z.boolean('VALUE_REQUIRED')`;
    case 'date':
      return orNull(field, `date({ required: 'VALUE_REQUIRED', invalid: 'VALUE_REQUIRED' })`);
    case 'datetime':
      return orNull(field, `dateTime('VALUE_REQUIRED')`);
    case 'enum':
      return orNull(
        field,
        `z.enum([${field.values.map((value) => `'${value}'`)}], 'VALUE_REQUIRED')`,
      );
    case 'relation':
      return relationRule(field);
  }
}

/** shared/rules/<entity>.ts */
export function rulesFile(spec: Spec): string {
  const { pascal, camel, words, fields, owner } = spec;
  const rules = each(fields, (field) => `${field.column}: ${ruleOf(spec, field)},`);
  return `import * as z from 'zod/mini';

export const ${camel}Rules = z.object({
${rules}
});
${
  owner?.isChosen
    ? `
/** A new ${words} also names its owner. */
export const new${pascal}Rules = z.extend(${camel}Rules, {
  ${owner.field.column}: ${ruleOf(spec, owner.field)},
});
`
    : ''
}`;
}
