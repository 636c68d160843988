import { upperSnake } from '#scripts/add/names.ts';
import { columnOf, each, type Field, keyOf, type Spec, sortedTimes } from '#scripts/add/spec.ts';

const searchOptions = (spec: Spec) => `{
    anywhere: 'searchText',
    beginning: ['${keyOf(spec.title)}'],
    words: '${keyOf(spec.title)}',
  }`;

/** The condition of the list's search, shared with the export if there is one. */
export const listSearch = (spec: Spec): string =>
  spec.hasExport
    ? `const search = ${spec.names.camel}Search(args.searchTerm);`
    : `const search = searchFilter(args.searchTerm, ${searchOptions(spec)});`;

/** server/modules/<entity>/search.ts */
export function searchFile(spec: Spec): string {
  return `import { searchFilter } from '#server/graphql/building/search.ts';

/**
 * Condition of a list of ${spec.plural.words}. Undefined without a term.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export const ${spec.names.camel}Search = (term: string | null | undefined) =>
  searchFilter(term, ${searchOptions(spec)});
`;
}

/** A column's value as text: numbers and booleans as in JSON, days without a time. */
function textOf(camel: string, field: Field): string {
  const value = `${camel}.${columnOf(field)}`;
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

/** server/modules/<entity>/export.ts */
export function exportFile(spec: Spec): string {
  const { names, plural, title, fields } = spec;
  const { pascal, camel, kebab } = names;
  const column = (header: string, value: string) =>
    `{ header: '${header}', value: (${camel}) => ${value} },`;
  return `import { defineExport } from '#server/export/export.ts';
import type { ${pascal} } from '#server/generated/prisma/client.ts';
import { ${camel}Search } from './search.ts';

export const listExport = defineExport<${pascal}>({
  name: '${plural.kebab}',
  model: '${pascal}',
  permission: '${kebab}:read',
  orders: {
    CREATED_AT: 'createdAt',
    UPDATED_AT: 'updatedAt',
    ${upperSnake(title.name)}: '${keyOf(title)}',
${each(sortedTimes(spec), ({ name }) => `${upperSnake(name)}: '${name}',`)}
  },
  columns: [
    ${column('id', `${camel}.id`)}
${each(fields, (field) => column(columnOf(field), textOf(camel, field)))}
    ${column('createdAt', `${camel}.createdAt`)}
    ${column('updatedAt', `${camel}.updatedAt`)}
  ],
  find: (database, page) => database.${camel}.findMany(page),
  conditions: (search) => {
    const condition = ${camel}Search(search.get('searchTerm'));
    return condition ? [condition] : [];
  },
});
`;
}
