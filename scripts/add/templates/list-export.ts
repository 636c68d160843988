import { type Files, insert } from '#scripts/add/edit.ts';
import { upperSnake } from '#scripts/add/names.ts';
import { each, type Field, finish, isTime, type Spec } from '#scripts/add/spec.ts';

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

/** A field of the API's filter, from the URL of a download. */
function exportFilter({ name, type, column, values, target }: Field): string {
  switch (type) {
    case 'boolean':
      return `${name}: readFlag(search, '${name}'),`;
    case 'enum':
      return `${name}: readChoice(search, '${name}', [${values.map((value) => `'${value}'`).join(', ')}] as const),`;
    case 'relation':
      return `${column}: readId(search, '${column}', '${target?.type}'),`;
    default:
      return `${name}: readPeriod(search, '${name}'${type === 'date' ? `, 'Date'` : ''}),`;
  }
}

/** Parameters of that URL, given the API's filter. */
function exportParameters(field: Field): string {
  const { name, type, column } = field;
  if (isTime(field)) return `${name}From: filter.${name}.from, ${name}To: filter.${name}.before,`;
  return `${column}: filter.${column}${type === 'boolean' ? '?.toString()' : ''},`;
}

/** server/features/<entity>/list-export.ts */
function listExportFile(spec: Spec): string {
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
${each(spec.sortedTimes, ({ name, order = name }) => `${upperSnake(name)}: '${order}',`)}
  },
  columns: [
    ${column('id', `${camel}.id`)}
${each(
  spec.shown.filter(({ beginningOf }) => !beginningOf),
  (field) => column(field.column, textOf(camel, field)),
)}
    ${column('createdAt', `${camel}.createdAt`)}
    ${column('updatedAt', `${camel}.updatedAt`)}
  ],
  conditions: (search, context) =>
    listConditions('${pascal}', { searchTerm: search.get('searchTerm')${chosen.length ? `, filter: { ${chosen.map(exportFilter).join(' ')} }` : ''} }, context),
});
`;
}

function urlFunction(spec: Spec): string {
  const { filters, plural } = spec;
  return `function exportUrl(list: Filter): string {
  const { field, direction } = list.orderBy;
  const { searchTerm${filters.length ? ', filter' : ''} } = ${filters.length ? 'conditionsOf(list)' : 'list'};
  return withSearch('/api/export/${plural.kebab}.csv', {
    searchTerm,
    ${filters.map(exportParameters).join(' ')}
    orderBy: field,
    direction,
  });
}

`;
}

/** Adds the download of the list to the files of an entity. */
export function addListExport(spec: Spec, files: Files): void {
  const { kebab } = spec.names;
  const page = `client/features/${kebab}/${spec.plural.kebab}-page.tsx`;
  files.set(`server/features/${kebab}/list-export.ts`, finish(listExportFile(spec)));
  insert(files, page, {
    anchor: `export default function ${spec.plural.pascal}Page(`,
    before: urlFunction(spec),
  });
  insert(files, page, {
    anchor: `menu={{ list: '${spec.plural.camel}'`,
    after: ', exportUrl: exportUrl(filter)',
  });
}
