import {
  auditBefore,
  auditChanges,
  auditEventOf,
  auditImports,
  auditRecord,
} from '#scripts/add/audit-log.ts';
import { namesOf } from '#scripts/add/names.ts';
import { columnOf, dropped, each, has, keyOf, relations, type Spec } from '#scripts/add/spec.ts';
import { deleteMany } from './server-bulk.ts';

const requireRelated = ({ target, name, optional }: ReturnType<typeof relations>[number]) => {
  const [orNull, isMissing] = optional ? [' | null', 'id == null'] : ['', 'id === undefined'];
  return `
/** @throws {UserErrors} NOT_FOUND unless the viewer sees the ${namesOf(name).words} */
async function require${namesOf(name).pascal}(context: Context, id: string${orNull} | undefined): Promise<void> {
  if (${isMissing}) return;
  const where = { AND: [{ id }, ...visibleWhere('${target.type}', context)] };
  const found =
    isIdOf('${target.type}', id) && (await context.database.${target.names.camel}.findFirst({ where, select: { id: true } }));
  if (!found) throw userError('NOT_FOUND', '${name}Id');
}
`;
};

function toRow(spec: Spec): string {
  const dates = spec.fields.filter(({ type }) => type === 'date');
  if (dates.length === 0) return '';
  return `
/** PostgreSQL stores a day as midnight in UTC. */
const toRow = <Data extends Changes>(data: Data) => ({
  ...data,
${each(dates, ({ name }) => `...(data.${name} && { ${name}: new Date(data.${name}) }),`)}
});
`;
}

function deleteOne({ names, title, owner }: Spec): string {
  const { camel, pascal } = names;
  const where = `where: { id, AND: visibleWhere('${pascal}', context) }`;
  if (!owner) {
    return `const ${camel} = await transaction.${camel}.delete({
      ${where},
      select: { id: true, ${title.name}: true },
    });`;
  }
  return `const ${camel} = await transaction.${camel}.findUniqueOrThrow({
      ${where},
      select: { id: true, ${title.name}: true, ${columnOf(owner.field)}: true },
    });
    requireCanChange(context, 'delete', ${camel});
    await transaction.${camel}.delete({ where: { id } });`;
}

/** server/modules/<entity>/service.ts */
export function serviceFile(spec: Spec): string {
  const { names, fields, title, owner } = spec;
  const owned = owner && columnOf(owner.field);
  const isChosen = owner?.isChosen === true;
  const { pascal, camel, words, kebab, snake } = names;
  const related = relations(spec);
  const row = has(spec, 'date') ? 'toRow(data)' : 'data';
  const checks = each(
    related,
    ({ name }) => `await require${namesOf(name).pascal}(context, data.${name}Id);`,
  );
  const forbidden = owned ? `. FORBIDDEN unless they may change it` : '';
  const created =
    related.length || isChosen
      ? `/** @throws {UserErrors} NOT_FOUND for a related record that the viewer doesn't see${isChosen ? '. FORBIDDEN unless they may create it' : ''} */`
      : dropped;
  return `import type { GraphQLResolveInfo } from 'graphql';
${auditImports(spec)}
import type * as z from 'zod/mini';
import { ${related.length ? 'isIdOf, ' : ''}newId } from '#server/database/ids.ts';
import { searchFilter } from '#server/graphql/building/search.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
${related.length ? `import { userError } from '#server/graphql/errors.ts';` : dropped}
import type { ${camel}Rules${isChosen ? `, new${pascal}Rules` : ''} } from '#shared/rules/${kebab}.ts';
${owner ? `import { ${[...(spec.hasBulk ? ['canChange'] : []), ...owner.policyImports].join(', ')} } from './policy.ts';` : dropped}

type Values = z.output<typeof ${camel}Rules>;
type Changes = Partial<Values>;
${isChosen ? `type NewValues = z.output<typeof new${pascal}Rules>;` : dropped}

const editable = [${fields.map((field) => `'${columnOf(field)}'`).join(', ')}] as const;

/**
 * Condition of a list of ${spec.plural.words}. Undefined without a term.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export const ${camel}Search = (term: string | null | undefined) =>
  searchFilter(term, {
    anywhere: 'searchText',
    beginning: ['${keyOf(title)}'],
    words: '${keyOf(title)}',
  });

const selected = (context: Context, info: GraphQLResolveInfo) =>
  selection(context, info, { paths: [['${camel}']], columns: ${owned ? `[...editable, '${owned}']` : 'editable'} });
${auditEventOf(spec)}
${toRow(spec)}${related.map(requireRelated).join('')}
${created}
export async function create${pascal}(context: Context, info: GraphQLResolveInfo, data: ${isChosen ? 'NewValues' : 'Values'}) {
  ${owner?.checks ?? dropped}
${checks}
  return context.database.$transaction(async (transaction) => {
    const ${camel} = await transaction.${camel}.create({
      ...selected(context, info),
      data: { id: newId('${pascal}'),${owned && !isChosen ? ` ${owned}: requireViewerId(context),` : ''} ...${row} },
    });
    ${auditRecord(spec, 'created')}
    return ${camel};
  });
}

/**
 * Undefined fields stay unchanged.
 *
 * @throws {UserErrors} NOT_FOUND unless the viewer sees the ${words}${related.length ? ' and what it is related to' : ''}${forbidden}
 */
export async function update${pascal}(
  context: Context,
  info: GraphQLResolveInfo,
  { id, ...data }: Changes & { id: string },
) {
${checks}
  return context.database.$transaction(async (transaction) => {
    // Lock first, so that each update sees what the one before it wrote.
    await transaction.$queryRaw\`SELECT 1 FROM "${snake}" WHERE "id" = \${id} FOR UPDATE\`;
    const where = { id, AND: visibleWhere('${pascal}', context) };
    ${auditBefore(spec)}
    ${owned ? `requireCanChange(context, 'update', before);` : dropped}
    const query = { ...selected(context, info), where, data: ${row} };
    const ${camel} = await transaction.${camel}.update(query);
    ${auditChanges(spec)}
    return ${camel};
  });
}

/** @throws {UserErrors} NOT_FOUND unless the viewer sees the ${words}${forbidden} */
export async function delete${pascal}(context: Context, id: string): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    ${deleteOne(spec)}
    ${auditRecord(spec, 'deleted')}
  });
}
${deleteMany(spec)}`;
}
