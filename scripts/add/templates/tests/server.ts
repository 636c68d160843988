import { auditTest } from '#scripts/add/audit-log.ts';
import { withArticle } from '#scripts/add/names.ts';
import { columnOf, dropped, each, relations, type Spec } from '#scripts/add/spec.ts';
import { deletionTest } from './deletion.ts';
import { dependentsTest } from './dependents.ts';
import { importsOf } from './imports.ts';
import { organizationParentTest } from './organization-parent.ts';
import { organizationSetup } from './organization-setup.ts';
import { isOwn, ownerInCommonTest, ownRecord, viewerParameter } from './own-record.ts';
import { apiSample } from './samples.ts';
import { isBuiltIn } from './visibility.ts';

/** tests/server/<entities>.test.ts */
export function serverTestFile(spec: Spec): string {
  const { names, owner } = spec;
  const { pascal, kebab } = names;
  const code = testsOf(spec);
  const ofProject = new Map(
    relations(spec)
      .filter(({ target, optional }) => !optional && !isBuiltIn(target))
      .map(({ target }) => [target.type, target]),
  );
  const usesRow = new RegExp(`\\bnew${pascal}\\(`).test(code);
  return `import { expect, it } from 'vitest';
${importsOf(code)}
import { expectations${usesRow ? `, new${pascal}` : ''} } from '#tests/entities/${kebab}.ts';
${each([...ofProject.values()], (target) =>
  owner && isOwn(target)
    ? `import { new${target.type} } from '#tests/entities/${target.names.kebab}.ts';`
    : `import { expectations as ${target.names.camel}Entity } from '#tests/entities/${target.names.kebab}.ts';`,
)}

${code}`;
}

function testsOf(spec: Spec): string {
  const { names, plural, title, fields, owner } = spec;
  const { pascal, camel } = names;
  const [writer, sender] = owner ? ['user', 'user'] : ['manager', 'admin'];
  const others = fields.filter((field) => field !== title && field.type !== 'relation');
  const related = relations(spec).filter(({ optional }) => !optional);
  const selected = ['id', ...[title, ...others].map(({ name }) => name)].join(' ');
  const input = each([title, ...others], (field) => {
    const value =
      field === title
        ? "unique('title')"
        : apiSample(field, field.unique ? `unique('text')` : undefined);
    return `${field.name}: ${value.replace(/\$\{'Some text'\}/, `\${unique('text')}`)},`;
  });
  const ids = each(related, (field) => {
    const { type, names: other } = field.target;
    const ofProject =
      owner && isOwn(field.target)
        ? ownRecord(field.target)
        : `await createRecord(database, ${other.camel}Entity)`;
    const options = (type === 'Repository' && owner?.tests.repository) || '';
    const id = isBuiltIn(field.target) ? `(await create${type}(database${options})).id` : ofProject;
    return `${columnOf(field)}: ${id},`;
  });
  const chosen = [...related, ...(owner?.isChosen ? [owner.field] : [])];
  const columns = chosen.map(columnOf).join(', ');
  const owned = owner ? [...related.map(({ target }) => target), owner.field.target] : [];
  return `const create = \`mutation ($input: Create${pascal}Input!) {
  create${pascal}(input: $input) { ${camel} { ${selected} } errors { code field } }
}\`;
const update = \`mutation ($input: Update${pascal}Input!) {
  update${pascal}(input: $input) { ${camel} { ${title.name} } errors { code field } }
}\`;
const remove = \`mutation ($ids: [ID!]!) {
  delete${plural.pascal}(input: { ids: $ids }) { deleted${pascal}Ids errors { code field } }
}\`;
const list = \`query ($term: String) {
  ${plural.camel}(searchTerm: $term) { totalCount nodes { ${title.name} } }
}\`;

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');
const user = await server.as('user');
${owner ? `const other = await server.as('user');` : dropped}
${organizationSetup(owned)}
const newInput = async (${owner ? viewerParameter(spec) : ''}) => ({
${input}
${ids}
${owner?.tests.input ?? dropped}
});

it('a ${writer} creates, finds, updates and deletes ${withArticle(names.words)}', async () => {
  const ${columns ? `{ ${columns}, ...input }` : 'input'} = await newInput();
  const created = await ${sender}.send(create, { input${columns ? `: { ${columns}, ...input }` : ''} });
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

  const deleted = await ${sender}.send(remove, { ids: [id] });
  expect(deleted.data.delete${plural.pascal}).toEqual({ deleted${pascal}Ids: [id], errors: [] });
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

${owner?.tests.tests(spec) ?? readersTest(spec)}
${organizationParentTest(spec)}
${ownerInCommonTest(spec)}
${dependentsTest(spec)}
${deletionTest(spec)}`;
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
  const deleted = await user.send(remove, { ids: [id] });
  expect(deleted.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(await database.${names.camel}.count({ where: { id: id ?? '' } })).toBe(1);
});`;
