import { capitalized, labelOf, withArticle } from '#scripts/add/names.ts';
import { dropped, each, type Field, type RelationField, type Spec } from '#scripts/add/spec.ts';
import { organizationBrowserSetup } from './organization-setup.ts';
import { apiSample } from './samples.ts';

function fill(spec: Spec, field: Field): string {
  const { type, name, unique, values, target } = field;
  const label = labelOf(name);
  const box = `page.getByRole('textbox', { name: '${label}' })`;
  switch (type) {
    case 'text':
    case 'longtext':
      return `await ${box}.fill(${field === spec.naming ? name : unique ? `unique('text')` : `'Some text'`});`;
    case 'url':
    case 'email':
      return `await ${box}.fill(${apiSample(field, `unique('text')`)});`;
    case 'number':
      return `await ${box}.fill('7');`;
    case 'boolean':
      return `await page.getByRole('checkbox', { name: '${label}' }).check();`;
    case 'date':
      return `await page.getByLabel('${label}').click();
  await page.getByRole('gridcell').getByRole('button').last().click();
  await expect(page.getByRole('grid')).toHaveCount(0);`;
    case 'datetime':
      return `await page.getByLabel('${label}').fill('2031-01-31T08:15');`;
    case 'enum':
      return `await page.getByLabel('${label}').selectOption('${values[0]}');`;
    case 'relation':
      return `await page.getByRole('combobox', { name: '${label}' }).fill(${target?.names.camel}.${relatedTitle(target?.type)});
  await page.getByRole('option', { name: ${target?.names.camel}.${relatedTitle(target?.type)} }).click();`;
  }
}

/** What the picker of a related record searches for. */
const relatedTitle = (type: string | undefined) =>
  type === 'User' ? 'email' : type === 'Repository' ? 'name' : 'label';

/** Columns of related records that the user of the test sees, by their kind of owner. */
const ownColumns: Record<string, string> = {
  user: 'owner: { connect: { email } }',
  organization: 'organization: { connect: { id: organization.id } }',
};

function createRelated(spec: Spec, { target }: RelationField): string {
  const { type, names } = target;
  const own = spec.owner && target.owner ? `, ${ownColumns[target.owner]}` : '';
  if (type === 'Repository' || type === 'User') {
    return `const ${names.camel} = await create${type}(databaseAt(database.url));`;
  }
  return `const ${names.camel} = { label: unique('${names.kebab}') };
  await databaseAt(database.url).${names.camel}.create({
    data: { id: newId('${type}'), ...new${type}(${names.camel}.label)${own} },
  });`;
}

/** The page of a related record lists the new one, and begins another with what is chosen already. */
function walkOfParent(spec: Spec): string {
  const field = spec.relations.find(({ optional, target }) => !optional && target.type !== 'User');
  if (!field) return dropped;
  const { words, naming } = spec;
  const { names: parent, type } = field.target;
  const label = `${parent.camel}.${relatedTitle(type)}`;
  return `const main = page.getByRole('main');
  await main.getByRole('link', { name: ${label} }).click();
  await expect(main.getByRole('link', { name: ${naming.name} })).toBeVisible();
  await main.getByRole('link', { name: 'New ${words}' }).click();
  await page.reload();
  await expect(page.getByRole('combobox', { name: '${labelOf(field.name)}' })).toHaveValue(${label});
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(${label});
`;
}

const othersSee = ({ plural }: Spec) => `
  const other = await newPage(browser, product.url);
  await signIn(other, mailbox, \`\${unique('other')}@example.com\`);
  await other.goto('/app/${plural.kebab}');
  await expect(other.getByText('No ${plural.words} yet')).toBeVisible();
  await other.context().close();
`;

/** tests/e2e/<entities>.spec.ts */
export function browserTestFile(spec: Spec): string {
  const { camel, kebab, words, plural, naming, fields, owner } = spec;
  const owned = owner !== undefined;
  const area = owned ? 'app' : 'manager';
  const Words = capitalized(words);
  const required = fields.filter(({ optional }) => !optional);
  const related = spec.relations.filter(({ optional }) => !optional);
  const targets = [...new Map(related.map((field) => [field.target.type, field])).values()];
  const setup = owner
    ? organizationBrowserSetup([...targets, owner.field].map(({ target }) => target))
    : dropped;
  return `test('a ${owned ? 'user' : 'manager'} creates, edits and deletes ${withArticle(words)}${owned ? ' that others don’t see' : ''}', async ({
  page,${owned ? '\n  browser,' : ''}
  mailbox,
  product,
  database,
}) => {
  const ${naming.name} = unique('${kebab}');
  ${owned ? `const email = \`\${unique('owner')}@example.com\`;` : dropped}
  ${owned ? 'await signIn(page, mailbox, email);' : dropped}
  ${setup}
${each(targets, (field) => createRelated(spec, field))}
${owned ? `  await page.goto('/app/${plural.kebab}');` : `  await openAsManager(page, mailbox, product, '/manager/${plural.kebab}');`}
  await page.getByRole('main').getByRole('link', { name: 'New ${words}' }).first().click();
${each(required, (field) => fill(spec, field))}
  ${owner?.tests.browserFill ?? dropped}
  await page.getByRole('button', { name: 'Create ${words}' }).click();
  await expect(page.getByText('${Words} created')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(${naming.name});

  ${walkOfParent(spec)}
  await page.goto(\`/${area}/${plural.kebab}?searchTerm=\${${naming.name}}\`);
  await page.getByRole('button', { name: \`Actions for \${${naming.name}}\` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = \`\${${naming.name}} edited\`;
  await page.getByRole('textbox', { name: '${labelOf(naming.name)}' }).fill(edited);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(edited);
  await page.goto(\`/${area}/${plural.kebab}?searchTerm=\${${naming.name}}\`);
  await page.getByRole('main').getByRole('link', { name: edited }).click();

${owned ? othersSee(spec) : ''}
  await page.getByRole('button', { name: 'Delete ${words}' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete ${words}' }).click();
  await expect(page.getByText('${Words} deleted')).toBeVisible();
  await expect(page).toHaveURL(/\\/${area}\\/${plural.kebab}/);
  expect(await databaseAt(database.url).${camel}.count({ where: { ${naming.name}: edited } })).toBe(0);
});
`;
}
