import { upperSnake } from '#scripts/add/names.ts';
import { each, type RelationField, type Spec } from '#scripts/add/spec.ts';

/** URL builder of a page, as called in components: `milestonePaths.detail(id)`, with the area if there are two. */
export function pathCall(
  spec: Spec,
  page: 'list' | 'detail' | 'create' | 'update',
  id = '',
): string {
  const isForm = page === 'create' || page === 'update';
  const hasArea = isForm ? spec.owner : spec.isInApp;
  return `${spec.camel}Paths.${page}(${[hasArea && 'area', id].filter(Boolean).join(', ')})`;
}

/** client/features/<entity>/entity.ts */
export function clientEntityFile(spec: Spec): string {
  const { pascal, camel, kebab, plural, icon, title, isInApp } = spec;
  const area = isInApp ? `\${area}` : 'manager';
  const of = isInApp ? 'area: Area, ' : '';
  const form = spec.owner ? area : '';
  return `import { ${icon} } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import { ${isInApp ? 'type Area, ' : ''}withSearch } from '#client/paths.ts';

export const ${camel}Paths = {
  list: (${of}searchTerm?: string) => withSearch(${quoted(`/${area}/${plural.kebab}`)}, { searchTerm }),
  detail: (${of}id: string) => \`/${area}/${plural.kebab}/\${encodeURIComponent(id)}\`,
  create: (${form ? 'area: Area' : ''}) => ${quoted(`/${form || 'manager'}/${plural.kebab}/new`)},
  update: (${form ? 'area: Area, ' : ''}id: string) => \`/${form || 'manager'}/${plural.kebab}/\${encodeURIComponent(id)}/update\`,
};

export const entity = {
  type: '${pascal}',
  list: '${plural.camel}',
  permission: '${kebab}:read',
  icon: ${icon},
  entry: ({ id, ${title.name} }${isInApp ? ', area' : ''}) => ({
    ${title.name === 'title' ? 'title' : `title: ${title.name}`},
    to: ${pathCall(spec, 'detail', 'id')},
  }),
} as const satisfies Entity<${pascal}EntryFragment>;
`;
}

const quoted = (text: string) => (text.includes('${') ? `\`${text}\`` : `'${text}'`);

/** client/features/<entity>/<entity>.graphql */
export function documentsFile(spec: Spec): string {
  const { pascal, camel, plural, title, shown, hasBulk } = spec;
  const own = each(
    shown.filter(({ type }) => type !== 'relation'),
    ({ name }) => `  ${name}`,
  );
  const withEntries = (fields: readonly RelationField[]) =>
    each(
      fields,
      ({ name, target }) =>
        `  ${name} {\n    id\n    ${target.plainTitle ?? `...${target.type}Entry`}\n  }`,
    );
  const written = [own, withEntries(spec.relations)].filter(Boolean).join('\n');
  const all = [own, withEntries(spec.stored)].filter(Boolean).join('\n');
  const fragment = (name: string) => `fragment ${pascal}${name} on ${pascal} {
  id
${all}
  createdAt
  updatedAt
  viewerCanUpdate
  viewerCanDelete
}
`;
  const mutation = (verb: string) => `
mutation ${verb}${pascal}($input: ${verb}${pascal}Input!) {
  ${verb.toLowerCase()}${pascal}(input: $input) {
    ${camel} {
      ...${pascal}Detail
    }
  }
}
`;
  return `fragment ${pascal}Entry on ${pascal} {
  id
  ${title.name}
}

fragment ${pascal}Search on Query {
  ${plural.camel}(first: $first, searchTerm: $searchTerm, orderBy: { field: ${upperSnake(title.name)}, direction: ASC }) {
    nodes {
      ...${pascal}Entry
    }
  }
}

${fragment('Row')}
${fragment('Detail')}
fragment ${pascal}Form on ${pascal} {
  id
${written}
  updatedAt
  viewerCanUpdate
}

query ${plural.pascal}(${hasBulk ? '$first: Int, ' : ''}$after: String, $searchTerm: String, ${filterVariable(spec)}$orderBy: ${pascal}Order, $withTotal: Boolean!) {
  ${plural.camel}(${hasBulk ? 'first: $first, ' : ''}after: $after, searchTerm: $searchTerm, ${filterArgument(spec)}orderBy: $orderBy) {
    nodes {
      ...${pascal}Row
    }
    totalCountUpTo @include(if: $withTotal) {
      count
      isExact
    }
  }
}

query ${pascal}($id: ID!) {
  ${camel}(id: $id) {
    ...${pascal}Detail
  }
}

query ${pascal}ToUpdate($id: ID!) {
  ${camel}(id: $id) {
    ...${pascal}Form
  }
}
${mutation('Create')}${mutation('Update')}
query ${pascal}Dependents($id: ID!) {
  ${camel}(id: $id) {
    id
    dependents {
      type
      count
    }
  }
}

mutation Delete${plural.pascal}($input: Delete${plural.pascal}Input!) {
  delete${plural.pascal}(input: $input) {
    deleted${pascal}Ids
  }
}
`;
}

const filterVariable = (spec: Spec) =>
  spec.filters.length ? `$filter: ${spec.pascal}Filter, ` : '';
const filterArgument = (spec: Spec) => (spec.filters.length ? 'filter: $filter, ' : '');
