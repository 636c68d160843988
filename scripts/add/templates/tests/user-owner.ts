/** Tests of entities whose records belong to users. */
import type { Spec } from '#scripts/add/spec.ts';

/** In tests/server/<entities>.test.ts. */
export const othersTest = ({
  names,
  plural,
  title,
}: Spec) => `it('other users neither see nor change a ${names.words}', async () => {
  const created = await user.send(create, { input: await newInput() });
  const { id, ${title.name} } = created.data.create${names.pascal}.${names.camel};
  const listed = await other.send(list, { term: ${title.name} });
  expect(listed.data.${plural.camel}).toEqual({ totalCount: 0, nodes: [] });
  const errors = [{ code: 'NOT_FOUND', field: ['id'] }];
  const updated = await other.send(update, { input: { id, ${title.name}: unique('taken') } });
  expect(updated.data.update${names.pascal}).toEqual({ ${names.camel}: null, errors });
  const deleted = await other.send(remove, { id });
  expect(deleted.data.delete${names.pascal}).toEqual({ deleted${names.pascal}Id: null, errors });
  expect(await database.${names.camel}.count({ where: { id, ${title.name} } })).toBe(1);
});

it('a manager changes ${plural.words} of users, which are deleted with their accounts', async () => {
  const id = (await createRecord(database, expectations)) ?? '';
  const ${title.name} = unique('managed');
  const { data } = await admin.send(update, { input: { id, ${title.name} } });
  expect(data.update${names.pascal}).toEqual({ ${names.camel}: { ${title.name} }, errors: [] });
  const { ownerId } = await database.${names.camel}.findUniqueOrThrow({ where: { id } });
  await admin.send('mutation ($id: ID!) { deleteUser(input: { id: $id }) { errors { code } } }', {
    id: ownerId,
  });
  expect(await database.${names.camel}.count({ where: { id } })).toBe(0);
});
`;
