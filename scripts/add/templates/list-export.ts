import { type Files, insert } from '#scripts/add/edit.ts';
import { type Field, finish, isForManagers, type Spec } from '#scripts/add/spec.ts';

/** Days have no time. */
function columnOf(camel: string, { column, type, optional }: Field): string {
  if (type !== 'date') return `'${column}'`;
  const day = `${camel}.${column}${optional ? '?' : ''}.toISOString().slice(0, 10)`;
  return `{ header: '${column}', value: (${camel}) => ${day}${optional ? ' ?? null' : ''} }`;
}

/** server/features/<entity>/list-export.ts */
function listExportFile(spec: Spec): string {
  const { pascal, camel, kebab, plural, shown } = spec;
  const columns = shown
    .filter(({ beginningOf }) => !beginningOf)
    .filter((field) => !isForManagers(spec, field))
    .map((field) => columnOf(camel, field));
  return `import type { ${pascal} } from '#server/generated/prisma/client.ts';

export const listExport = defineExport<${pascal}, ListArgs<'${pascal}'>>({
  name: '${plural.kebab}',
  field: '${plural.camel}',
  model: '${pascal}',
  permission: '${kebab}:read',
  columns: [${["'id'", ...columns, "'createdAt'", "'updatedAt'"].join(', ')}],
  conditions: (args, context) => listConditions('${pascal}', args, context),
});
`;
}

/** Adds the download of the list to the files of an entity. */
export function addListExport(spec: Spec, files: Files): void {
  const { kebab } = spec;
  files.set(`server/features/${kebab}/list-export.ts`, finish(listExportFile(spec)));
  insert(files, `client/features/${kebab}/${spec.plural.kebab}-page.tsx`, {
    anchor: `menu={{ list: '${spec.plural.camel}'`,
    after: `, exportUrl: exportUrl('${spec.plural.kebab}.csv', conditionsOf(filter))`,
  });
}
