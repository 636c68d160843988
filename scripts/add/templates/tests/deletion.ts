import { auditBulkTest } from '#scripts/add/audit-log.ts';
import type { Spec } from '#scripts/add/spec.ts';

/** The test of deleting several records, in tests/server/<entities>.test.ts. */
export const deletionTest = (spec: Spec) => {
  const { names, plural } = spec;
  return `
it('a manager deletes several ${plural.words}, and is told which are gone', async () => {
  const gone = await createRecord(database, expectations);
  const id = await createRecord(database, expectations);
  await admin.send(remove, { ids: [gone] });
  const { data } = await admin.send(remove, { ids: [id, gone] });
  expect(data.delete${plural.pascal}).toEqual({
    deleted${names.pascal}Ids: [id],
    errors: [{ code: 'NOT_FOUND', field: ['ids', '1'] }],
  });
  ${auditBulkTest(spec)}
});
`;
};
