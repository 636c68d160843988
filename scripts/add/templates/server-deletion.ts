import {
  auditBulkBegin,
  auditBulkEvent,
  auditBulkRecords,
  auditedDependents,
  auditOf,
} from '#scripts/add/audit-log.ts';
import { columnOf, dropped, type Spec } from '#scripts/add/spec.ts';

/** In server/modules/<entity>/mutations.ts. */
export function deletionMutation(spec: Spec): string {
  const { names, plural, owner } = spec;
  const { pascal, kebab } = names;
  const ids = `deleted${pascal}Ids`;
  return `
defineMutation('delete${plural.pascal}', {
  description: 'Permanently deletes ${plural.words}.${owner?.ofOthers?.(spec) ?? ''} If some cannot be deleted, the others still are. Records that are deleted with them require their own permissions; \`dependents\` counts them.',
  authScopes: { ${owner?.scope ?? 'can'}: '${kebab}:delete' },
  ${auditOf(spec, 'deleted')}
  errors: ['NOT_FOUND'],
  input: {
    description: 'The ${plural.words} to delete.',
    fields: (t) => ({ ids: t.idList({ required: true, description: bulkIdsDescription('${plural.words}') }) }),
  },
  resolve: async (input, context) => {
    const { ids: ${ids}, errors } = await runBulk(input.ids, '${pascal}', {
      find: async (ids) => ids.map((id) => ({ id })),
      write: (${plural.camel}) => delete${plural.pascal}(context, ${plural.camel}.map(({ id }) => id)),
    });
    return { ${ids}, errors };
  },
  payload: (t) => ({
    ${ids}: t.idList({
      nullable: true,
      complexity: cost({ entries: limits.nodesMax }),
      description: 'IDs of the deleted ${plural.words}. Null if the input was refused.',
      resolve: (result) => result.${ids},
    }),
  }),
});
`;
}

/** In server/modules/<entity>/service.ts. */
export function deleteMany(spec: Spec): string {
  const { names, plural, title, owner } = spec;
  const { pascal, camel, snake } = names;
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
      select: { id: true, ${title.name}: true${owner ? `, ${columnOf(owner.field)}: true` : ''} },
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
