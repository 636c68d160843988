import { auditOf } from '#scripts/add/audit-log.ts';
import { withArticle } from '#scripts/add/names.ts';
import { dropped, each, type Spec } from '#scripts/add/spec.ts';
import { deletionMutation } from './server-deletion.ts';
import { fieldCodes, inputField, updateCodes } from './server-inputs.ts';

/** server/features/<entity>/mutations.ts */
export function mutationsFile(spec: Spec): string {
  const { pascal, camel, kebab, words, fields, owner } = spec;
  const target =
    (owner?.isChosen && owner.field) || spec.relations.find(({ optional }) => !optional);
  const scope = owner?.scope ?? 'can';
  const newRules = owner?.isChosen ? `new${pascal}Rules` : `${camel}Rules`;
  const more = updateCodes(spec);
  const ofOthers = owner?.ofOthers?.(spec) ?? '';
  return `import * as z from 'zod/mini';

const fieldErrors = [${fieldCodes(spec)
    .map((code) => `'${code}'`)
    .join(', ')}] as const;

defineCreation('create${pascal}', {
  creates: '${pascal}',
  description: 'Creates ${withArticle(words)}${owner?.created ?? ''}.',
  authScopes: { ${scope}: '${kebab}:create' },
  ${auditOf(spec, 'created')}
  ${target ? `target: { field: '${target.column}', model: '${target.target.type}' },` : dropped}
  errors: fieldErrors,
  input: (t) => ({
${each(fields, (field) => inputField(spec, field, false))}
    ${owner?.isChosen ? inputField(spec, owner.field, false) : dropped}
  }),
  resolve: async (input, context, record) => {
    const data = { record, ...valid(${newRules}, input) };
    return { ${camel}: await create${pascal}(context, data) };
  },
  returns: 'The new ${words}.',
});

defineChange('update${pascal}', {
  changes: '${pascal}',
  description: 'Updates ${withArticle(words)}. Omitted fields stay unchanged.${ofOthers}',
  authScopes: { ${scope}: '${kebab}:update' },
  ${auditOf(spec, 'updated')}
  errors: [...fieldErrors, ${['RECORD_CHANGED', ...more].map((code) => `'${code}'`).join(', ')}],
  input: (t) => ({
${each(fields, (field) => inputField(spec, field, true))}
    expectedUpdatedAt: expectedUpdatedAt(t),
  }),
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    const data = valid(z.exactPartial(${camel}Rules), input);
    return { ${camel}: await update${pascal}(context, info, { id, expectedUpdatedAt, ...data }) };
  },
  returns: 'The updated ${words}.',
});
${deletionMutation(spec)}`;
}
