import type { Spec } from '#scripts/add/spec.ts';

/** Tests of deleting several records and of the export, in tests/server/<entities>.test.ts. */
export const listTests = (spec: Spec): string =>
  `${spec.hasBulk ? bulkTest(spec) : ''}${spec.hasExport ? exportTest(spec) : ''}`;

const bulkTest = ({ names, plural }: Spec) => `
it('a manager deletes several ${plural.words}, and is told which are gone', async () => {
  const gone = await createRecord(database, expectations);
  const id = await createRecord(database, expectations);
  await admin.send(remove, { id: gone });
  const { data } = await admin.send(
    \`mutation ($ids: [ID!]!) {
      delete${plural.pascal}(input: { ids: $ids }) { deleted${names.pascal}Ids errors { code field } }
    }\`,
    { ids: [id, gone] },
  );
  expect(data.delete${plural.pascal}).toEqual({
    deleted${names.pascal}Ids: [id],
    errors: [{ code: 'NOT_FOUND', field: ['ids', '1'] }],
  });
  const where = { kind: '${names.snake}_deleted', recordId: id ?? '' } as const;
  expect(await database.auditEvent.count({ where })).toBe(1);
});
`;

const exportTest = ({ names, plural, title }: Spec) => `
it('a manager downloads the ${plural.words} that match the search', async () => {
  const id = await createRecord(database, expectations);
  const ${names.camel} = await database.${names.camel}.findUniqueOrThrow({ where: { id: id ?? '' } });
  const search = new URLSearchParams({ searchTerm: ${names.camel}.${title.name} });
  const response = await server.request(\`/api/export/${plural.kebab}.csv?\${search}\`, {
    headers: { cookie: admin.cookie },
  });
  const [header, ...rows] = (await response.text()).trim().split('\\r\\n');
  expect(header).toContain('id,');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(id);
});
`;
