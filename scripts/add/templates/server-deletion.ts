import {
  auditBulkBegin,
  auditBulkEvent,
  auditBulkRecords,
  auditedDependents,
  auditOf,
} from '#scripts/add/audit-log.ts';
import { dropped, type Spec } from '#scripts/add/spec.ts';

/** In server/features/<entity>/mutations.ts. */
export function deletionMutation(spec: Spec): string {
  const { pascal, kebab, plural, owner } = spec;
  return `
defineBulkChange('delete${plural.pascal}', {
  changes: '${pascal}',
  records: '${plural.camel}',
  description: 'Permanently deletes ${plural.words}.${owner?.ofOthers?.(spec) ?? ''} If some cannot be deleted, the others still are. Records that are deleted with them require their own permissions; \`dependents\` counts them.',
  authScopes: { ${owner?.scope ?? 'can'}: '${kebab}:delete' },
  ${auditOf(spec, 'deleted')}
  steps: (_input, context) => ({
    find: async (ids) => ids.map((id) => ({ id })),
    write: (${plural.camel}) => delete${plural.pascal}(context, ${plural.camel}.map(({ id }) => id)),
  }),
  returns: { deleted${pascal}Ids: 'IDs of the deleted ${plural.words}. Null if the input was refused.' },
});
`;
}

/** In server/features/<entity>/service.ts. */
export function deleteMany(spec: Spec): string {
  const { pascal, camel, snake, plural, title, owner } = spec;
  return `
/**
 * Deletes the ${plural.words} that the viewer ${owner ? 'may delete' : 'sees'}. Returns their IDs.
 *
 * @throws FORBIDDEN unless they may delete the records that are deleted with them
 */
export async function delete${plural.pascal}(context: Context, ids: string[]): Promise<string[]> {
  return context.database.$transaction(async (transaction) => {
    // Lock ordered by ID, to avoid deadlocks.
    await transaction.$queryRaw\`SELECT 1 FROM "${snake}" WHERE "id" = ANY(\${ids}) ORDER BY "id" FOR UPDATE\`;
    const ${owner ? 'visible' : plural.camel} = await transaction.${camel}.findMany({
      where: { AND: [{ id: { in: ids } }, ...visibleWhere('${pascal}', context)] },
      select: { id: true, ${title.name}: true${owner ? `, ${owner.field.column}: true` : ''} },
    });
    ${owner ? `const ${plural.camel} = visible.filter((${camel}) => canChange(context, 'delete', ${camel}));` : dropped}
    const deleted = ${plural.camel}.map(({ id }) => id);
    ${auditBulkBegin}
    for (const ${camel} of ${plural.camel}) {
      const roots = { model: '${pascal}', ids: [${camel}.id] } as const;
      ${auditedDependents}
      await requireCanDeleteDependents(context, transaction, roots);
      ${auditBulkEvent(spec)}
    }
    await transaction.${camel}.deleteMany({ where: { id: { in: deleted } } });
    ${auditBulkRecords}
    return deleted;
  });
}
`;
}
