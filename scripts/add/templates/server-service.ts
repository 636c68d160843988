import { auditChanges, auditEventOf, auditRecord } from '#scripts/add/audit-log.ts';
import { namesOf } from '#scripts/add/names.ts';
import {
  dropped,
  each,
  has,
  isForManagers,
  type RelationField,
  type Spec,
} from '#scripts/add/spec.ts';
import { deleteMany } from './server-deletion.ts';

/** Function that checks a related record, and how it is called. */
function relatedCheck(spec: Spec, field: RelationField) {
  const { target, name, optional } = field;
  const [orNull, isMissing] = optional ? [' | null', 'id == null'] : ['', 'id === undefined'];
  const permission = isForManagers(spec, field) && field.target.permission;
  const inCommon = spec.owner?.ownerInCommon(target);
  const column = inCommon && spec.owner?.field.column;
  const parameters = column
    ? `context: Context, database: Transaction, ${column}: string, id`
    : 'context: Context, id';
  const condition = ['id', inCommon].filter(Boolean).join(', ');
  return {
    column,
    /** A new record without it may also say so by null. */
    call: (owner: string, isNew: boolean) =>
      `await require${namesOf(name).pascal}(context, ${column ? `transaction, ${owner}, ` : ''}data.${name}Id${isNew && permission ? ' ?? undefined' : ''});`,
    text: `
/** @throws {UserErrors} NOT_FOUND unless the viewer sees the ${namesOf(name).words}${column ? ', which has the same owner' : ''}${permission ? `. FORBIDDEN without \`${permission}\`` : ''} */
async function require${namesOf(name).pascal}(${parameters}: string${orNull} | undefined): Promise<void> {
  if (${permission ? 'id === undefined' : isMissing}) return;
  ${
    permission
      ? `if (!viewerCan(context, '${permission}')) throw missingPermission(context.viewer, '${permission}');
  if (id === null) return;`
      : dropped
  }
  const where = { AND: [{ ${condition} }, ...visibleWhere('${target.type}', context)] };
  const found =
    isIdOf('${target.type}', id) && (await ${column ? 'database' : 'context.database'}.${target.names.camel}.findFirst({ where, select: { id: true } }));
  if (!found) throw userError('NOT_FOUND', '${name}Id');
}
`,
  };
}

function toRow(spec: Spec): string {
  const dates = spec.fields.filter(({ type }) => type === 'date');
  if (dates.length === 0) return '';
  return `/** PostgreSQL stores a day as midnight in UTC. */
const toRow = <Data extends Changes>(data: Data) => ({
  ...data,
${each(dates, ({ name }) => `...(data.${name} && { ${name}: new Date(data.${name}) }),`)}
});
`;
}

/** server/features/<entity>/service.ts */
export function serviceFile(spec: Spec): string {
  const { pascal, camel, snake, words, title, owner } = spec;
  const owned = owner?.field.column;
  const isChosen = owner?.isChosen === true;
  const related = spec.relations;
  const more = [title.beginningOf && title.name, owned].flatMap((name) =>
    name ? [`'${name}'`] : [],
  );
  const row = has(spec, 'date') ? 'toRow(data)' : 'data';
  const checks = related.map((field) => relatedCheck(spec, field));
  const ofOwner = checks.filter(({ column }) => column);
  const ofAll = (isNew: boolean) =>
    each(
      checks.filter(({ column }) => !column),
      ({ call }) => call('', isNew),
    );
  const newOwner = isChosen ? `data.${owned}` : `${owned}`;
  const forbidden = owned ? `. FORBIDDEN unless they may change it` : '';
  const created =
    related.length || isChosen
      ? `/** @throws {UserErrors} NOT_FOUND for a related record that the viewer doesn't see${isChosen ? '. FORBIDDEN unless they may create it' : ''} */`
      : dropped;
  return `import type * as z from 'zod/mini';

type Values = z.output<typeof ${camel}Rules>;
type Changes = Partial<Values>;
${ofOwner.length ? 'type Transaction = Prisma.TransactionClient;' : dropped}
${isChosen ? `type NewValues = z.output<typeof new${pascal}Rules>;` : dropped}

const editable = Object.keys(${camel}Rules.shape) as (keyof Values)[];

const selected = (context: Context, info: GraphQLResolveInfo) =>
  selection(context, info, { paths: [['${camel}']], columns: ${more.length ? `[...editable, ${more.join(', ')}]` : 'editable'} });
${auditEventOf(spec)}
${toRow(spec)}${checks.map(({ text }) => text).join('')}
${created}
export async function create${pascal}(
  context: Context,
  { record, ...data }: ${isChosen ? 'NewValues' : 'Values'} & { record: NewRecord },
) {
  ${owner?.checks ?? dropped}
${ofAll(true)}
  return context.database.$transaction(async (transaction) => {
    const id = await reserve(transaction, record);
${each(ofOwner, ({ call }) => call(newOwner, true))}
    const ${camel} = await transaction.${camel}.create({ data: { id,${owned && !isChosen ? ` ${owned},` : ''} ...${row} } });
    ${auditRecord(spec, 'created')}
    return ${camel};
  });
}

/**
 * Undefined fields stay unchanged.
 *
 * @throws {UserErrors} NOT_FOUND unless the viewer sees the ${words}${related.length ? ' and what it is related to' : ''}${forbidden}. RECORD_CHANGED
 */
export async function update${pascal}(
  context: Context,
  info: GraphQLResolveInfo,
  { id, expectedUpdatedAt, ...data }: Changes & Versioned & { id: string },
) {
${ofAll(false)}
  return context.database.$transaction(async (transaction) => {
    // Lock first, so that each update sees what the one before it wrote.
    await transaction.$queryRaw\`SELECT 1 FROM "${snake}" WHERE "id" = \${id} FOR UPDATE\`;
    const where = { id, AND: visibleWhere('${pascal}', context) };
    const before = await transaction.${camel}.findUniqueOrThrow({ where });
    ${owned ? `requireCanChange(context, 'update', before);` : dropped}
    requireUnchanged(before, { expectedUpdatedAt });
${each(ofOwner, ({ call }) => call(`before.${owned}`, false))}
    const query = { ...selected(context, info), where, data: ${row} };
    const ${camel} = await transaction.${camel}.update(query);
    ${auditChanges(spec)}
    return ${camel};
  });
}
${deleteMany(spec)}`;
}
