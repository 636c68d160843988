import { dropped, type Spec } from '#scripts/add/spec.ts';

/** In tests/server/<entities>.test.ts, of entities that are visible with their repository. */
export const organizationParentTest = ({ names, plural, title, parent, isInApp }: Spec) =>
  isInApp && parent?.target?.type === 'Repository'
    ? `
it('a user sees no ${plural.words} of a repository that they don’t see', async () => {
  const { id: organizationId } = await createOrganization(database);
  const { id } = await createRepository(database, { organizationId });
  const ${title.name} = unique('hidden');
  await database.${names.camel}.create({
    data: {
      id: newId('${names.pascal}'),
      ...new${names.pascal}(${title.name}),
      ${parent.name}: { connect: { id } },
    },
  });
  const { data } = await user.send(list, { term: ${title.name} });
  expect(data.${plural.camel}).toEqual({ totalCount: 0, nodes: [] });
});
`
    : dropped;
