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
  const updated = await other.send(update, { input: { id, ${title.name}: unique('taken') } });
  expect(updated.data.update${names.pascal}).toEqual({
    ${names.camel}: null,
    errors: [{ code: 'NOT_FOUND', field: ['id'] }],
  });
  const deleted = await other.send(remove, { ids: [id] });
  expect(deleted.data.delete${plural.pascal}).toEqual({
    deleted${names.pascal}Ids: [],
    errors: [{ code: 'NOT_FOUND', field: ['ids', '0'] }],
  });
  expect(await database.${names.camel}.count({ where: { id, ${title.name} } })).toBe(1);
});

it('a manager changes ${plural.words} of users, which are deleted with their accounts', async () => {
  const id = (await createRecord(database, expectations)) ?? '';
  const ${title.name} = unique('managed');
  const { data } = await admin.send(update, { input: { id, ${title.name} } });
  expect(data.update${names.pascal}).toEqual({ ${names.camel}: { ${title.name} }, errors: [] });
  const { ownerId } = await database.${names.camel}.findUniqueOrThrow({ where: { id } });
  await admin.send('mutation ($id: ID!) { deleteUsers(input: { ids: [$id] }) { errors { code } } }', {
    id: ownerId,
  });
  expect(await database.${names.camel}.count({ where: { id } })).toBe(0);
});
`;
