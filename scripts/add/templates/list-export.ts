import { type Files, insert } from '#scripts/add/edit.ts';
import { upperSnake } from '#scripts/add/names.ts';
import { each, type Field, finish, type Spec } from '#scripts/add/spec.ts';

/** A column's value as text: numbers and booleans as in JSON, days without a time. */
function textOf(camel: string, field: Field): string {
  const value = `${camel}.${field.column}`;
  switch (field.type) {
    case 'number':
      return field.optional ? `${value}?.toString() ?? null` : `${value}.toString()`;
    case 'boolean':
      return `String(${value})`;
    case 'date':
      return field.optional
        ? `${value}?.toISOString().slice(0, 10) ?? null`
        : `${value}.toISOString().slice(0, 10)`;
    default:
      return value;
  }
}

const readParameter = ({ name, type, values }: Field) =>
  type === 'enum'
    ? `${name}: readChoice(search, '${name}', [${values.map((value) => `'${value}'`).join(', ')}] as const)`
    : `${name}: readFlag(search, '${name}')`;

/** server/modules/<entity>/list-export.ts */
function moduleFile(spec: Spec): string {
  const { names, plural, title } = spec;
  const { pascal, camel, kebab } = names;
  const chosen = spec.filters;
  const column = (header: string, value: string) =>
    `{ header: '${header}', value: (${camel}) => ${value} },`;
  return `import type { ${pascal} } from '#server/generated/prisma/client.ts';

export const listExport = defineExport<${pascal}>({
  name: '${plural.kebab}',
  model: '${pascal}',
  permission: '${kebab}:read',
  orders: {
    CREATED_AT: 'createdAt',
    UPDATED_AT: 'updatedAt',
    ${upperSnake(title.name)}: '${title.key}',
${each(spec.sortedTimes, ({ name }) => `${upperSnake(name)}: '${name}',`)}
  },
  columns: [
    ${column('id', `${camel}.id`)}
${each(spec.shown, (field) => column(field.column, textOf(camel, field)))}
    ${column('createdAt', `${camel}.createdAt`)}
    ${column('updatedAt', `${camel}.updatedAt`)}
  ],
  conditions: (search) =>
    ${camel}Conditions(search.get('searchTerm')${chosen.length ? `, { ${chosen.map(readParameter).join(', ')} }` : ''}),
});
`;
}

function urlFunction(spec: Spec): string {
  const names = ['searchTerm', ...spec.filters.map(({ name }) => name)].join(', ');
  return `function exportUrl({ ${names}, orderBy }: Filter): string {
  const { field, direction } = orderBy;
  return withSearch('/api/export/${spec.plural.kebab}.csv', { ${names}, orderBy: field, direction });
}

`;
}

/** Adds the download of the list to the files of an entity. */
export function addListExport(spec: Spec, files: Files): void {
  const { kebab } = spec.names;
  const page = `client/features/${kebab}/${spec.plural.kebab}-page.tsx`;
  files.set(`server/modules/${kebab}/list-export.ts`, finish(moduleFile(spec)));
  insert(files, page, { anchor: `function use${spec.plural.pascal}(`, before: urlFunction(spec) });
  insert(files, page, {
    anchor: `menu={{ list: '${spec.plural.camel}'`,
    after: ', exportUrl: exportUrl(filter)',
  });
}
