import { capitalized, labelOf, namesOf, upperSnake, withArticle } from '#scripts/add/names.ts';
import { each, enumType, type Field, type RelationField, type Spec } from '#scripts/add/spec.ts';
import { filterFields } from './filters.ts';
import { listIn, searchedWords } from './prisma.ts';

function exposed(spec: Spec, field: Field): string {
  const { name, type, optional } = field;
  const isNullable = optional && !['text', 'longtext'].includes(type);
  const nullable = isNullable ? 'nullable: true' : '';
  const options = (...parts: string[]) => {
    const given = [...parts, nullable].filter(Boolean);
    return given.length ? `, { ${given.join(', ')} }` : '';
  };
  const ofType = (graphql: string, ...parts: string[]) =>
    `${name}: t.expose('${name}'${options(`type: ${graphql}`, ...parts)}),`;
  const price = (limit: string) => `complexity: cost({ characters: limits.${limit} })`;
  switch (type) {
    case 'text':
      return `${name}: t.exposeString('${name}'),`;
    case 'longtext':
      return `${name}: t.exposeString('${name}'${options(price('descriptionMax'))}),`;
    case 'email':
      return `${name}: t.exposeString('${name}'${options(price('emailMax'))}),`;
    case 'url':
      return ofType(`'URL'`, price('linkMax'));
    case 'number':
      return `${name}: t.exposeInt('${name}'${options()}),`;
    case 'boolean':
      return `${name}: t.exposeBoolean('${name}'),`;
    case 'date':
      return ofType(`'Date'`);
    case 'datetime':
      return ofType(`'DateTime'`);
    case 'enum':
      return ofType(enumType(spec, field));
    case 'relation':
      return `${name}: t.relation('${name}', { nullable: true, description: '${relationText(spec, field)}' }),`;
  }
}

function relationText(spec: Spec, { name, optional }: Field): string {
  const { words, parent, owner } = spec;
  const other = namesOf(name).words;
  if (owner?.field.name === name) return owner.relationText(spec);
  if (parent?.name === name) return `The ${other} that the ${words} belongs to.`;
  return optional
    ? `The ${other}. Null if there is none, or if you don’t see it.`
    : `The ${other}. Null if you don’t see it.`;
}

const enumDefinition = (spec: Spec, field: Field) => `
export const ${enumType(spec, field)} = builder.enumType('${enumType(spec, field)}', {
  description: '${labelOf(field.name)} of ${withArticle(spec.words)}.',
  values: {
${each(field.values, (value) => `${value.toUpperCase()}: { value: '${value}', description: '${labelOf(value)}.' },`)}
  } as const,
});
`;

/** The list of records that belong to another one, as a field of the other one. */
function listOfParent(spec: Spec, field: RelationField): string {
  const { pascal, kebab, plural } = spec;
  const { type, names: parent } = field.target;
  const list = listIn(spec, field);
  const related =
    list === plural.camel
      ? `of the ${parent.words}`
      : `with the ${parent.words} as ${namesOf(field.name).words}`;
  return `
builder.prismaObjectField('${type}', '${list}', (t) =>
  t.connection(
    {
      type: ${pascal},
      nullable: true,
      description: '${capitalized(plural.words)} ${related} that the viewer sees, newest first. Requires \`${kebab}:read\`.',
      authScopes: { can: '${kebab}:read' },
      resolve: listOf('${pascal}', ({ id }, context) => ({
        where: [{ ${field.column}: id }, ...visibleWhere('${pascal}', context)],
      })),
    },
    ${pascal}Connection,
  ),
);
`;
}

/** server/features/<entity>/schema.ts */
export function schemaFile(spec: Spec): string {
  const { pascal, camel, kebab, words, plural, title, fields, parent, owner } = spec;
  const owned = owner?.field.column;
  const times = spec.sortedTimes;
  const isHidden = parent || owner;
  const hidden = isHidden ? ', or if the viewer doesn’t see it' : '';
  const viewerCan = (action: string) =>
    owned
      ? `resolve: (${camel}, _args, context) => canChange(context, '${action}', ${camel}),`
      : `resolve: (_${camel}, _args, context) => viewerCan(context, '${kebab}:${action}'),`;
  return `${fields.map((field) => (field.type === 'enum' ? enumDefinition(spec, field) : '')).join('')}
export const ${pascal} = builder.prismaObject('${pascal}', {
  interfaces: [Node],
  select: { id: true${owned ? `, ${owned}: true` : ''} },
  fields: (t) => ({
    id: t.exposeID('id'),
${each(spec.shown, (field) => exposed(spec, field))}
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the ${words} with \`update${pascal}\`.',
      ${viewerCan('update')}
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may delete the ${words} with \`delete${spec.plural.pascal}\`.',
      ${viewerCan('delete')}
    }),
    dependents: t.field(
      dependentsOf('${pascal}', ${
        owned
          ? `(${camel}: { id: string; ${owned}: string }, context) => canChange(context, 'delete', ${camel})`
          : `(_${camel}: { id: string }, context) => viewerCan(context, '${kebab}:delete')`
      }),
    ),
  }),
});

const ${pascal}Order = orderInput('${pascal}', '${plural.words}', {
    ${upperSnake(title.name)}: { value: '${title.key}', description: '${labelOf(title.name)}, case-insensitive.' },
${each(times, ({ name, order = name, optional }) => `${upperSnake(name)}: { value: '${order}', description: '${labelOf(name)}.${optional ? ' Those without one come last in ascending order, first in descending order.' : ''}' },`)}
});

const ${pascal}Filter = builder.inputType('${pascal}Filter', {
  description: 'Filter of ${plural.words}. All its conditions apply.',
  fields: (t) => ${filterFields(spec)},
});

defineRecordQuery('${pascal}', {
  description: 'The ${words} with this ID. Null if there is none${hidden}. Requires \`${kebab}:read\`.',
  authScopes: { can: '${kebab}:read' },
});

const ${pascal}Connection = connectionOf(${pascal}, '${plural.words}');

builder.queryFields((t) => ({
  ${plural.camel}: t.connection(
    {
      type: ${pascal},
      nullable: true,
      description: '${isHidden ? `All ${plural.words} that the viewer sees` : `All ${plural.words}`}, newest first unless \`orderBy\` says otherwise. Requires \`${kebab}:read\`.',
      authScopes: { can: '${kebab}:read' },
      args: {
        searchTerm: t.arg.string({ description: searchDescription('the ${searchedWords(spec, 'or').toLowerCase()}') }),
        filter: t.arg({ type: ${pascal}Filter, description: 'Which ${plural.words} to return.' }),
        orderBy: t.arg({ type: ${pascal}Order, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const where = [
          ...visibleWhere('${pascal}', context),
          ...listConditions('${pascal}', args, context),
        ];
        const { orderBy } = args;
        return listRecords('${pascal}', { args, where, orderBy }, { context, info });
      },
    },
    ${pascal}Connection,
  ),
}));
${each(spec.relations, (field) => listOfParent(spec, field))}`;
}
