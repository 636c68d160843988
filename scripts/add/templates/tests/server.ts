import { auditTest } from '#scripts/add/audit-log.ts';
import { withArticle } from '#scripts/add/names.ts';
import {
  columnOf,
  dropped,
  each,
  isOwned,
  type RelatedEntity,
  relations,
  type Spec,
} from '#scripts/add/spec.ts';
import { bulkTest } from './bulk.ts';
import { othersTest, ownRecord } from './owner.ts';
import { apiSample } from './samples.ts';
import { isBuiltIn } from './visibility.ts';

/** tests/server/<entities>.test.ts */
export function serverTestFile(spec: Spec): string {
  const { names, plural, title, fields, parent, isInApp } = spec;
  const { pascal, camel, kebab } = names;
  const owned = isOwned(spec);
  const [writer, sender] = owned ? ['user', 'user'] : ['manager', 'admin'];
  const others = fields.filter((field) => field !== title && field.type !== 'relation');
  const related = relations(spec).filter(({ optional }) => !optional);
  const types = [...new Map(related.map(({ target }) => [target.type, target])).values()];
  const ofProject = types.filter((target) => !isBuiltIn(target));
  const isOwn = (target: RelatedEntity) => owned && target.isOfUsers;
  const imports = ofProject.map((target) =>
    isOwn(target)
      ? `import { new${target.type} } from '#tests/entities/${target.names.kebab}.ts';`
      : `import { expectations as ${target.names.camel}Entity } from '#tests/entities/${target.names.kebab}.ts';`,
  );
  const selected = ['id', ...[title, ...others].map(({ name }) => name)].join(' ');
  const hasOrganizationTest = isInApp && parent?.target?.type === 'Repository';
  const input = each([title, ...others], (field) => {
    const value =
      field === title
        ? "unique('title')"
        : apiSample(field, field.unique ? `unique('text')` : undefined);
    return `${field.name}: ${value.replace(/\$\{'Some text'\}/, `\${unique('text')}`)},`;
  });
  const organizationFactories = hasOrganizationTest
    ? ['createOrganization', 'createRepository']
    : [];
  const factories = [
    'createRecord',
    'unique',
    ...types.filter(isBuiltIn).map(({ type }) => `create${type}`),
    ...organizationFactories,
  ];
  const ids = each(related, (field) => {
    const { type, names: other } = field.target;
    const ofProject = isOwn(field.target)
      ? ownRecord(field.target)
      : `await createRecord(database, ${other.camel}Entity)`;
    const id = isBuiltIn(field.target) ? `(await create${type}(database)).id` : ofProject;
    return `${columnOf(field)}: ${id},`;
  });
  return `import { expect, it } from 'vitest';
${hasOrganizationTest || ofProject.some(isOwn) ? `import { newId } from '#server/database/ids.ts';` : dropped}
import { expectations${hasOrganizationTest ? `, new${pascal}` : ''} } from '#tests/entities/${kebab}.ts';
${imports.join('\n')}
import { ${[...new Set(factories)].join(', ')} } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const create = \`mutation ($input: Create${pascal}Input!) {
  create${pascal}(input: $input) { ${camel} { ${selected} } errors { code field } }
}\`;
const update = \`mutation ($input: Update${pascal}Input!) {
  update${pascal}(input: $input) { ${camel} { ${title.name} } errors { code field } }
}\`;
const remove = \`mutation ($id: ID!) {
  delete${pascal}(input: { id: $id }) { deleted${pascal}Id errors { code field } }
}\`;
const list = \`query ($term: String) {
  ${plural.camel}(searchTerm: $term) { totalCount nodes { ${title.name} } }
}\`;

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');
const user = await server.as('user');
${owned ? `const other = await server.as('user');` : dropped}
const newInput = async () => ({
${input}
${ids}
});

it('a ${writer} creates, finds, updates and deletes ${withArticle(names.words)}', async () => {
  const ${related.length ? `{ ${related.map(columnOf).join(', ')}, ...input }` : 'input'} = await newInput();
  const created = await ${sender}.send(create, { input${related.length ? `: { ${related.map(columnOf).join(', ')}, ...input }` : ''} });
  expect(created.data.create${pascal}).toEqual({
    ${camel}: { id: expect.any(String), ...input },
    errors: [],
  });
  const { id } = created.data.create${pascal}.${camel};

  const found = await ${sender}.send(list, { term: input.${title.name} });
  expect(found.data.${plural.camel}).toEqual({ totalCount: 1, nodes: [{ ${title.name}: input.${title.name} }] });

  const ${title.name} = unique('updated');
  const updated = await ${sender}.send(update, { input: { id, ${title.name} } });
  expect(updated.data.update${pascal}).toEqual({ ${camel}: { ${title.name} }, errors: [] });

  const deleted = await ${sender}.send(remove, { id });
  expect(deleted.data.delete${pascal}).toEqual({ deleted${pascal}Id: id, errors: [] });
  expect(await database.${camel}.count({ where: { id } })).toBe(0);
});

it('a ${writer} is told at the field what is wrong, and nothing is created', async () => {
  const before = await database.${camel}.count();
  const input = { ...(await newInput()), ${title.name}: ' ' };
  const { data } = await ${sender}.send(create, { input });
  expect(data.create${pascal}).toEqual({
    ${camel}: null,
    errors: [{ code: 'NAME_REQUIRED', field: ['${title.name}'] }],
  });
  expect(await database.${camel}.count()).toBe(before);
});

${auditTest(spec)}

${owned ? othersTest(spec) : readersTest(spec)}
${hasOrganizationTest ? organizationTest(spec) : ''}${spec.hasBulk ? bulkTest(spec) : ''}`;
}

const readersTest = ({
  names,
  plural,
  isInApp,
}: Spec) => `it('a user ${isInApp ? 'changes no ' : 'neither sees nor changes '}${plural.words}', async () => {
  const id = await createRecord(database, expectations);
  ${
    isInApp
      ? ''
      : `const listed = await user.send(list);
  expect(listed.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);`
  }
  const deleted = await user.send(remove, { id });
  expect(deleted.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(await database.${names.camel}.count({ where: { id: id ?? '' } })).toBe(1);
});`;

const organizationTest = ({ names, plural, title, parent }: Spec) => `
it('a user sees no ${plural.words} of a repository that they don’t see', async () => {
  const { id: organizationId } = await createOrganization(database);
  const { id } = await createRepository(database, { organizationId });
  const ${title.name} = unique('hidden');
  await database.${names.camel}.create({
    data: {
      id: newId('${names.pascal}'),
      ...new${names.pascal}(${title.name}),
      ${parent?.name}: { connect: { id } },
    },
  });
  const { data } = await user.send(list, { term: ${title.name} });
  expect(data.${plural.camel}).toEqual({ totalCount: 0, nodes: [] });
});
`;
