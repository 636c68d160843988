import { auditOf } from '#scripts/add/audit-log.ts';
import { withArticle } from '#scripts/add/names.ts';
import { columnOf, dropped, each, enumType, relations, type Spec } from '#scripts/add/spec.ts';
import { deletionMutation } from './server-deletion.ts';
import { fieldCodes, inputField, updateCodes } from './server-inputs.ts';

/** server/modules/<entity>/mutations.ts */
export function mutationsFile(spec: Spec): string {
  const { names, plural, fields, owner } = spec;
  const target =
    (owner?.isChosen && owner.field) || relations(spec).find(({ optional }) => !optional);
  const scope = owner?.scope ?? 'can';
  const newRules = owner?.isChosen ? `new${names.pascal}Rules` : `${names.camel}Rules`;
  const { pascal, camel, words, kebab } = names;
  const enums = fields.filter(({ type }) => type === 'enum').map((field) => enumType(spec, field));
  const more = updateCodes(spec);
  const ofOthers = owner?.ofOthers?.(spec) ?? '';
  const payload = (text: string) => `payload: recordPayload('${camel}', ${pascal}, '${text}'),`;
  return `import * as z from 'zod/mini';
import { bulkIdsDescription, runBulk } from '#server/graphql/building/bulk.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload } from '#server/graphql/building/selection.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { ${[...new Set([`${camel}Rules`, newRules])].join(', ')} } from '#shared/rules/${kebab}.ts';
import { ${[...enums, pascal].join(', ')} } from './schema.ts';
import { create${pascal}, delete${plural.pascal}, update${pascal} } from './service.ts';

const fieldErrors = [${fieldCodes(spec)
    .map((code) => `'${code}'`)
    .join(', ')}] as const;

defineCreation('create${pascal}', {
  creates: '${pascal}',
  description: 'Creates ${withArticle(words)}${owner?.created ?? ''}.',
  authScopes: { ${scope}: '${kebab}:create' },
  ${auditOf(spec, 'created')}
  ${target ? `target: { field: '${columnOf(target)}', model: '${target.target.type}' },` : dropped}
  errors: fieldErrors,
  input: {
    description: 'The ${words} to create.',
    fields: (t) => ({
${each(fields, (field) => inputField(spec, field, false))}
      ${owner?.isChosen ? inputField(spec, owner.field, false) : dropped}
    }),
  },
  resolve: async (input, context, info, record) => {
    const data = { record, ...valid(${newRules}, input) };
    return { ${camel}: await create${pascal}(context, info, data) };
  },
  ${payload(`The new ${words}.`)}
});

defineMutation('update${pascal}', {
  description: 'Updates ${withArticle(words)}. Omitted fields stay unchanged.${ofOthers}',
  authScopes: { ${scope}: '${kebab}:update' },
  ${auditOf(spec, 'updated')}
  target: { field: 'id', model: '${pascal}' },
  errors: [...fieldErrors, ${['RECORD_CHANGED', ...more].map((code) => `'${code}'`).join(', ')}],
  input: {
    description: 'The ${words} to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the ${words}.' }),
${each(fields, (field) => inputField(spec, field, true))}
      expectedUpdatedAt: expectedUpdatedAt(t),
    }),
  },
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    const data = valid(z.exactPartial(${camel}Rules), input);
    return { ${camel}: await update${pascal}(context, info, { id, expectedUpdatedAt, ...data }) };
  },
  ${payload(`The updated ${words}.`)}
});
${deletionMutation(spec)}`;
}
