/** Tests of entities whose records belong to organizations. */
import type { OwnerTests, Spec } from '#scripts/add/spec.ts';
import { impersonationTest } from './impersonation.ts';
import { limitedAccessTokenTest } from './limited-access-token.ts';
import { viewerArgument } from './own-record.ts';

const sees = {
  person: ['ours'],
  orgAdmin: ['ours'],
  manager: ['ours', 'theirs'],
  'impersonator of person': ['ours'],
  'limited access token of orgAdmin': ['ours'],
};

/** Nested `create` of an organization, which always has an owner. */
export const organizationSample = (id: string, text: string) => `{
  create: {
    ${id},
    name: ${text},
    slug: unique('slug'),
    members: {
      create: {
        id: newId('Member'),
        role: 'owner' as const,
        user: { create: { id: newId('User'), email: \`\${unique('owner')}@example.com\` } },
      },
    },
  },
}`;

export const organizationTests: OwnerTests = {
  writers: 'admin',
  flag: 'belongsToOrganization: true,',
  sees,
  tests: permissionTests,
  input: 'organizationId: organization.id,',
  repository: ', { organizationId: organization.id }',
  otherOwner: {
    created: 'const { id: elsewhere } = await createOrganization(database, { ownerId: user.id });',
    id: 'elsewhere',
    input: '{ ...input, organizationId: elsewhere }',
    sender: 'user',
  },
  browserFill: `await page.getByRole('combobox', { name: 'Organization' }).fill(organization.name);
  await page.getByRole('option', { name: organization.name }).click();`,
};

/** In tests/server/<entities>.test.ts. */
function permissionTests(spec: Spec): string {
  const { names, plural, title } = spec;
  const { pascal, camel } = names;
  return `const member = await server.as('user');
const orgAdmin = await server.as('user');
const roleOf = (userId: string, role: 'admin' | 'member') => ({
id: newId('Member'), organizationId: organization.id,
userId, role,
});
await database.member.createMany({
  data: [roleOf(member.id, 'member'), roleOf(orgAdmin.id, 'admin')],
});
const createIn = async (organizationId: string) => {
  const { id, ${title.name} } = await database.${camel}.create({
    data: {
      id: newId('${pascal}'),
      ...new${pascal}(unique('owned')),
      organization: { connect: { id: organizationId } },
    },
  });
  return { id, ${title.name} };
};

it('members of the organization see its ${plural.words}, and its admins change them', async () => {
  const { id, ${title.name} } = await createIn(organization.id);
  const may = '{ node(id: "' + id + '") { ... on ${pascal} { viewerCanUpdate viewerCanDelete } } }';
  const denied = { viewerCanUpdate: false, viewerCanDelete: false };
  expect((await member.send(may)).data.node).toEqual(denied);
  const listed = await member.send(list, { term: ${title.name} });
  expect(listed.data.${plural.camel}).toEqual({ totalCount: 1, nodes: [{ ${title.name} }] });
  for (const [call, variables] of [
    [create, { input: await newInput() }],
    [update, { input: { id, ${title.name}: unique('taken') } }],
    [remove, { ids: [id] }],
  ] as const) {
    expect(errorCodes(await member.send(call, variables))).toEqual(['FORBIDDEN']);
  }
  expect((await orgAdmin.send(may)).data.node).toEqual({
    viewerCanUpdate: true,
    viewerCanDelete: true,
  });
  const created = await orgAdmin.send(create, { input: await newInput(${viewerArgument(spec, 'orgAdmin')}) });
  expect(created.data.create${pascal}.errors).toEqual([]);
  await createOrganization(database, { ownerId: member.id });
  const refused = await member.send(remove, { ids: [id] });
  expect(refused.data.delete${plural.pascal}).toEqual({
    deleted${pascal}Ids: [],
    errors: [{ code: 'NOT_FOUND', field: ['ids', '0'] }],
  });
  const deleted = await orgAdmin.send(remove, { ids: [id] });
  expect(deleted.data.delete${plural.pascal}).toEqual({ deleted${pascal}Ids: [id], errors: [] });
});

it('an admin of another organization neither sees nor changes ${plural.words}', async () => {
  const { id: theirs } = await createOrganization(database, { ownerId: other.id });
  const { id, ${title.name} } = await createIn(organization.id);
  const listed = await other.send(list, { term: ${title.name} });
  expect(listed.data.${plural.camel}).toEqual({ totalCount: 0, nodes: [] });
  const changed = await other.send(update, { input: { id, ${title.name}: unique('taken') } });
  expect(changed.data.update${pascal}).toEqual({
    ${camel}: null,
    errors: [{ code: 'NOT_FOUND', field: ['id'] }],
  });
  const deleted = await other.send(remove, { ids: [id] });
  expect(deleted.data.delete${plural.pascal}).toEqual({
    deleted${pascal}Ids: [],
    errors: [{ code: 'NOT_FOUND', field: ['ids', '0'] }],
  });
  const created = await other.send(create, { input: await newInput() });
  expect(created.data.create${pascal}.errors).toEqual([
    { code: 'NOT_FOUND', field: ['organizationId'] },
  ]);
  const { id: own } = await createIn(theirs);
  const renamed = await other.send(update, { input: { id: own, ${title.name}: unique('own') } });
  expect(renamed.data.update${pascal}.errors).toEqual([]);
});

${limitedAccessTokenTest(spec)}

${impersonationTest(spec)}

it('a manager changes ${plural.words} of every organization, which are deleted with it', async () => {
  const { id: organizationId } = await createOrganization(database);
  const { id } = await createIn(organizationId);
  const ${title.name} = unique('managed');
  const { data } = await admin.send(update, { input: { id, ${title.name} } });
  expect(data.update${pascal}).toEqual({ ${camel}: { ${title.name} }, errors: [] });
  await database.organization.delete({ where: { id: organizationId } });
  expect(await database.${camel}.count({ where: { id } })).toBe(0);
});

it('without organizations, ${plural.words} are only read, by managers', async () => {
  const without = await serverForFile({ ORGANIZATIONS: 'false' });
  const id = await createRecord(without.database, expectations);
  const manager = await without.as('admin');
  const { data } = await manager.send(
    '{ ${plural.camel} { totalCount } viewer { permissions } node(id: "' + id + '") { id } }',
  );
  expect(data.${plural.camel}.totalCount).toBe(1);
  expect(data.node).toEqual({ id });
  expect(data.viewer.permissions).not.toContain('${names.snake.toUpperCase()}_READ');
  expect(errorCodes(await manager.send(remove, { ids: [id] }))).toEqual(['FORBIDDEN']);
  const person = await without.as('user');
  expect((await person.send('{ node(id: "' + id + '") { id } }')).data.node).toBeNull();
});
`;
}
