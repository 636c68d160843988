import { dropped, each, type Spec } from '#scripts/add/spec.ts';
import { documentSample, inputSamples, newRow, withInputs } from './samples.ts';
import { visibility } from './visibility.ts';

/** Who reads the fields of a record that `newRecord` creates: another user's, if records belong to users. */
export const accessOf = ({ isInApp, owner, parent }: Spec): string =>
  isInApp && !owner ? (parent?.target?.access ?? 'signedIn') : 'admin';

const writersOf = ({ owner }: Spec) => owner?.tests.writers ?? 'admin';

function createDocument(spec: Spec): string {
  const chosen = spec.owner?.isChosen ? [spec.owner.field] : [];
  const required = [...spec.fields.filter(({ optional }) => !optional), ...chosen];
  const samples = required.map((field) => `${field.column}: ${documentSample(spec, field)}`);
  const variables = new Set([
    '$name: String!',
    ...['$email', '$link']
      .filter((name) => samples.some((sample) => sample.endsWith(name)))
      .map((name) => `${name}: String!`),
    ...[...spec.relations, ...chosen]
      .filter(({ optional }) => !optional)
      .map(({ target }) => `$${target.names.camel}Id: ID!`),
  ]);
  return `mutation(
      '${writersOf(spec)}',
      '(${[...variables].join(', ')})',
      'create${spec.pascal}(input: { ${samples.join(', ')} })',
    )`;
}

/** Relations whose input field isn't named after the other entity, so that the tests can't guess it. */
const namedOtherwise = (spec: Spec) =>
  [...spec.relations, ...(spec.owner?.isChosen ? [spec.owner.field] : [])].filter(
    (field) =>
      field.column !== `${field.target.names.camel}Id` ||
      field.target.type === 'User' ||
      field.target.sample,
  );

/** tests/entities/<entity>.ts */
export function expectationsFile(spec: Spec): string {
  const { pascal, camel, snake, plural, naming, owner, isInApp } = spec;
  const writers = writersOf(spec);
  const access = isInApp ? 'signedIn' : 'admin';
  const scope = (verb: string) => `['${`${snake}_${verb}`.toUpperCase()}']`;
  const variable = `($${camel}Id: ID!)`;
  const related = namedOtherwise(spec);
  return `import { query } from '#tests/support/expectations.ts';

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
      '${writers}',
      '($${camel}Id: ID!, $name: String!)',
      'update${pascal}(input: { id: $${camel}Id, ${naming.name}: $name })',
    ),
    delete${plural.pascal}: mutation('${writers}', '${variable}', 'delete${plural.pascal}(input: { ids: [$${camel}Id] })'),
  },
  scopes: {
    ${camel}: ${scope('read')},
    ${plural.camel}: ${scope('read')},
    create${pascal}: ${scope('create')},
    update${pascal}: ${scope('update')},
    delete${plural.pascal}: ${scope('delete')},
  },
  recordFields: {
${each(
  [
    'id',
    ...spec.shown.map(({ name }) => name),
    'createdAt',
    'updatedAt',
    'viewerCanUpdate',
    'viewerCanDelete',
  ],
  (name) => `${name}: '${accessOf(spec)}',`,
)}
    dependents: 'admin',
  },
  newRecord: new${pascal},
  inputs: {
${each(withInputs(spec), (field) => `${field.column}: ${inputSamples(spec, field)},`)}
  },
  ${owner?.tests.flag ?? dropped}
  ${related.length ? `related: { ${related.map((field) => `${field.column}: '${field.target.type}'`).join(', ')} },` : dropped}
  ${visibility(spec)}
  pages: [
    ${isInApp ? `'/app/${plural.kebab}',` : dropped}
    ${owner ? `'/app/${plural.kebab}/new',` : dropped}
    '/manager/${plural.kebab}',
    '/manager/${plural.kebab}/new',
  ],
};
`;
}
