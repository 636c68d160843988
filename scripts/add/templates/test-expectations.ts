import {
  columnOf,
  dropped,
  each,
  type Field,
  type RelatedEntity,
  relations,
  type Spec,
} from '#scripts/add/spec.ts';
import { documentSample, inputSamples, newRow, withInputs } from './samples.ts';

const isBuiltIn = ({ type }: RelatedEntity) => type === 'Repository' || type === 'User';

/** Who reads the fields of a record that `newRecord` creates. */
export const accessOf = ({ isInApp, parent }: Spec): string =>
  isInApp ? (parent?.target?.access ?? 'signedIn') : 'admin';

const everyone = ['outsider', 'member', 'orgAdmin', 'manager', 'impersonator of member'];

/** Labels of the records that each viewer sees: those whose parent they see. */
export function seesOf({ isInApp, parent }: Spec): Record<string, readonly string[]> {
  const all =
    parent?.target?.sees ?? Object.fromEntries(everyone.map((viewer) => [viewer, ['one']]));
  const readers = isInApp ? everyone : ['manager'];
  return Object.fromEntries(Object.entries(all).filter(([viewer]) => readers.includes(viewer)));
}

function visibility(spec: Spec): string {
  const { names, parent } = spec;
  const sees = Object.entries(seesOf(spec)).map(
    ([viewer, labels]) => `'${viewer}': [${labels.map((label) => `'${label}'`).join(', ')}],`,
  );
  const create = (more: string) =>
    `database.${names.camel}.create({ data: { id: newId('${names.pascal}'), ...new${names.pascal}(unique('seen'))${more} } })`;
  const labels = [...new Set(Object.values(parent?.target?.sees ?? {}).flat())];
  const target = parent?.target;
  const parents = target && (isBuiltIn(target) ? target.type : `${target.names.camel}Records`);
  const body = parent
    ? `${target && !isBuiltIn(target) ? `const ${parents} = await ${target.names.camel}.visibility?.createRecords(database, shared);` : dropped}
      const create = (${parent.name}: { id: string } | undefined) =>
        ${create(`, ${parent.name}: { connect: { id: ${parent.name}?.id ?? '' } }`)};
      return {
${labels.map((label) => `'${label}': await create(${parents}${target && !isBuiltIn(target) ? '?.' : '.'}${label}),`).join('\n')}
      };`
    : `return { one: await ${create('')} };`;
  return `visibility: {
    async createRecords(database${parent ? `, ${target && isBuiltIn(target) ? `{ ${target.type} }` : 'shared'}` : ''}) {
      ${target && isBuiltIn(target) ? body.replace(' | undefined', '').replace(`?.id ?? ''`, '.id') : body}
    },
    sees: {
${sees.join('\n')}
    },
  },`;
}

function createDocument(spec: Spec): string {
  const required = spec.fields.filter(({ optional }) => !optional);
  const samples = required.map((field) => `${columnOf(field)}: ${documentSample(spec, field)}`);
  const variables = new Set([
    '$name: String!',
    ...(samples.some((sample) => sample.endsWith('$email')) ? ['$email: String!'] : []),
    ...relations(spec)
      .filter(({ optional }) => !optional)
      .map(({ target }) => `$${target.names.camel}Id: ID!`),
  ]);
  return `mutation(
      'admin',
      '(${[...variables].join(', ')})',
      'create${spec.names.pascal}(input: { ${samples.join(', ')} })',
    )`;
}

/** Relations whose input field isn't named after the other entity, so that the tests can't guess it. */
const namedOtherwise = (spec: Spec) =>
  relations(spec).filter(
    (field) => columnOf(field) !== `${field.target.names.camel}Id` || field.target.type === 'User',
  );

/** tests/entities/<entity>.ts */
export function expectationsFile(spec: Spec): string {
  const { names, plural, title, fields, isInApp } = spec;
  const { pascal, camel, kebab, snake } = names;
  const access = isInApp ? 'signedIn' : 'admin';
  const scope = (verb: string) => `['${`${snake}_${verb}`.toUpperCase()}']`;
  const variable = `($${camel}Id: ID!)`;
  const related = namedOtherwise(spec);
  const others = new Map(
    relations(spec)
      .filter(
        ({ target, optional, name }) =>
          !isBuiltIn(target) && (!optional || name === spec.parent?.name),
      )
      .map(({ target }) => [target.type, target.names]),
  );
  return `import { newId } from '#server/database/ids.ts';
import { type Expectations, mutation, query } from '#tests/support/expectations.ts';
import { unique } from '#tests/support/factories.ts';
${[...others].map(([type, each]) => `import { expectations as ${each.camel}, new${type} } from './${each.kebab}.ts';`).join('\n')}

/** Columns of a new record except the ID. */
export const new${pascal} = (name: string) => ({
${newRow(spec)}
});

export const expectations: Expectations = {
  type: '${pascal}',
  rootFields: {
    ${camel}: query('${access}', 'query ${variable} { ${camel}(id: $${camel}Id) { id } }'),
    ${plural.camel}: query('${access}', '{ ${plural.camel} { nodes { id } } }'),
    create${pascal}: ${createDocument(spec)},
    update${pascal}: mutation(
      'admin',
      '($${camel}Id: ID!, $name: String!)',
      'update${pascal}(input: { id: $${camel}Id, ${title.name}: $name })',
    ),
    delete${pascal}: mutation('admin', '${variable}', 'delete${pascal}(input: { id: $${camel}Id })'),
  },
  scopes: {
    ${camel}: ${scope('read')},
    ${plural.camel}: ${scope('read')},
    create${pascal}: ${scope('create')},
    update${pascal}: ${scope('update')},
    delete${pascal}: ${scope('delete')},
  },
  events: {
    create${pascal}: ['${snake}_created'],
    update${pascal}: ['${snake}_updated'],
    delete${pascal}: ['${snake}_deleted'],
  },
  recordFields: {
${each(
  [
    'id',
    ...fields.map(({ name }: Field) => name),
    'createdAt',
    'updatedAt',
    'viewerCanUpdate',
    'viewerCanDelete',
  ],
  (name) => `${name}: '${accessOf(spec)}',`,
)}
  },
  newRecord: new${pascal},
  inputs: {
${each(withInputs(spec), (field) => `${columnOf(field)}: ${inputSamples(spec, field)},`)}
  },
  ${related.length ? `related: { ${related.map((field) => `${columnOf(field)}: '${field.target.type}'`).join(', ')} },` : dropped}
  ${visibility(spec)}
  permissions: {
    user: [${isInApp ? `'${kebab}:read'` : ''}],
    admin: ['${kebab}:read', '${kebab}:create', '${kebab}:update', '${kebab}:delete'],
  },
  pages: [
    ${isInApp ? `'/app/${plural.kebab}',` : dropped}
    '/manager/${plural.kebab}',
    '/manager/${plural.kebab}/new',
  ],
};
`;
}
