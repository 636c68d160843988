/** Records that are deleted with others, by foreign keys with ON DELETE CASCADE. */

import type { Entity } from '#server/database/entity.ts';
import { type EntityModel, entities, tableOf } from '#server/entities.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { type Context, viewerCan, viewerCanIn } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { missingPermission } from '#server/graphql/refusal.ts';
import { isSharedPermission } from '#shared/organization-roles.ts';
import { type Permission, permissions } from '#shared/permissions.ts';

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>;
type Roots = { model: EntityModel; ids: readonly string[] };
type ForeignKey = { table: string; column: string; parent: string };
type DependentCount = { type: string; count: number };

const hasColumn = (model: EntityModel, column: string) =>
  column in Prisma[`${model}ScalarFieldEnum`];

const hasOrganization = (model: EntityModel) => hasColumn(model, 'organizationId');

/** Entities with a permission of their own to delete their records. Sessions and access tokens end with their owner. */
const deletable = entities.flatMap(({ readPermission, endsWithOwner, ...entity }: Entity) => {
  const model = entity.model as EntityModel;
  const permissionTo = (action: string) =>
    permissions.find((name) => name === readPermission?.replace(/:\w+$/, `:${action}`));
  const permission = permissionTo('delete');
  if (endsWithOwner || !permission) return [];
  const toManage = hasColumn(model, 'ownerId') ? permissionTo('manage') : undefined;
  return [{ model, permission, toManage }];
});

const quoted = (name: string) => Prisma.raw(`"${name}"`);

/** Migrations that run later add no entity that this process knows. */
let foreignKeys: readonly ForeignKey[] | undefined;

const readForeignKeys = (database: Reader) => database.$queryRaw<ForeignKey[]>`
  SELECT c.relname AS "table", a.attname AS "column", p.relname AS "parent"
  FROM pg_constraint f
    JOIN pg_class c ON c.oid = f.conrelid
    JOIN pg_class p ON p.oid = f.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ALL (f.conkey)
    JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = ALL (f.confkey) AND b.attname = 'id'
  WHERE f.contype = 'f' AND f.confdeltype = 'c' AND pg_table_is_visible(c.oid)`;

/** Condition on the rows of a table that are deleted with the roots. Undefined if none can be. */
function goneWith(
  { model, ids }: Roots,
  table: string,
  keys: readonly ForeignKey[],
): Prisma.Sql | undefined {
  // Without its own keys further up: one may lead back to the table.
  const others = keys.filter((key) => key.table !== table);
  const conditions = keys.flatMap((key) => {
    if (key.table !== table) return [];
    const column = quoted(key.column);
    if (key.parent === tableOf(model)) return [Prisma.sql`${column} = ANY(${ids})`];
    const where = goneWith({ model, ids }, key.parent, others);
    return where
      ? [Prisma.sql`${column} IN (SELECT "id" FROM ${quoted(key.parent)} WHERE ${where})`]
      : [];
  });
  return conditions.length > 0 ? Prisma.join(conditions, ' OR ') : undefined;
}

type Found = { model: EntityModel; permission: Permission; where: Prisma.Sql };

/** Whether the viewer's roles in the organizations that all these rows belong to grant the permission. */
async function isGrantedInOrganization(
  context: Context,
  database: Reader,
  { model, permission, where }: Found,
): Promise<boolean> {
  if (!hasOrganization(model) || !isSharedPermission(permission)) return false;
  const rows = await database.$queryRaw<{ organizationId: string | null }[]>`
    SELECT DISTINCT "organizationId" FROM ${quoted(tableOf(model))} WHERE ${where}`;
  return rows.every(
    ({ organizationId: id }) => id !== null && viewerCanIn(context, id, permission),
  );
}

/** Whether some of these rows belong to another user. */
async function someAreOfOthers(
  context: Context,
  database: Reader,
  { model, where }: Found,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM ${quoted(tableOf(model))}
    WHERE (${where}) AND "ownerId" IS DISTINCT FROM ${context.viewer?.user.id ?? null} LIMIT 1`;
  return rows.length > 0;
}

type Dependents = { counts: DependentCount[]; missing?: Permission };

/**
 * Counts the records of other entities that are deleted with these, up to those that the viewer may not delete: without
 * the permission to delete them, or others' without the one to manage these.
 */
async function findDependents(
  context: Context,
  database: Reader,
  roots: Roots,
): Promise<Dependents> {
  foreignKeys ??= await readForeignKeys(database);
  const counts: DependentCount[] = [];
  for (const { model, permission, toManage } of deletable) {
    const where = model !== roots.model && goneWith(roots, tableOf(model), foreignKeys);
    if (!where) continue;
    const [{ count } = { count: 0 }] = await database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS "count" FROM ${quoted(tableOf(model))} WHERE ${where}`;
    if (count === 0) continue;
    const found = { model, permission, where };
    const isPermitted =
      viewerCan(context, permission) || (await isGrantedInOrganization(context, database, found));
    if (!isPermitted) return { counts, missing: permission };
    const isTheirs =
      !toManage ||
      viewerCan(context, toManage) ||
      !(await someAreOfOthers(context, database, found));
    if (!isTheirs) return { counts, missing: toManage };
    counts.push({ type: model, count });
  }
  return { counts };
}

/**
 * Counts the records of other entities that are deleted with these.
 *
 * @throws FORBIDDEN unless the viewer's permissions allow deleting them
 */
export async function requireCanDeleteDependents(
  context: Context,
  database: Reader,
  roots: Roots,
): Promise<DependentCount[]> {
  const { counts, missing } = await findDependents(context, database, roots);
  if (missing) throw missingPermission(context.viewer, missing);
  return counts;
}

/** Whether the viewer may delete what is deleted with them. No statement if they may delete all in the organization `id`. */
export async function canDeleteDependents(
  context: Context,
  roots: Roots,
  id: string,
): Promise<boolean> {
  const canDeleteAll = deletable
    .filter(({ model }) => hasOrganization(model))
    .every(({ permission: each }) => isSharedPermission(each) && viewerCanIn(context, id, each));
  return canDeleteAll || !(await findDependents(context, context.database, roots)).missing;
}

const DependentCount = builder.objectRef<DependentCount>('DependentCount').implement({
  description: 'Number of records of a type.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Name of the GraphQL type.' }),
    count: t.exposeInt('count', { description: 'Number of records.' }),
  }),
});

/** Options of the field `dependents` of a type. */
export const dependentsOf = <Row extends { id: string }>(
  model: EntityModel,
  canDelete: (row: Row, context: Context) => boolean,
) => ({
  type: [DependentCount] as [typeof DependentCount],
  nullable: true as const,
  complexity: cost({ statements: deletable.length + 1, entries: deletable.length }),
  description:
    'Numbers of records of other types that would be deleted as well. Types without any are omitted. Null unless the viewer may delete the record, FORBIDDEN if they may not delete the others.',
  resolve: async (row: Row, _args: object, context: Context) => {
    if (!canDelete(row, context)) return null;
    return requireCanDeleteDependents(context, context.database, { model, ids: [row.id] });
  },
});
