import { auditDependents } from '#scripts/add/audit-log.ts';
import { columnOf, dropped, relations, type Spec } from '#scripts/add/spec.ts';
import { deletionWithLimitedAccessToken } from './limited-access-token.ts';
import { isBuiltIn } from './visibility.ts';

/** In tests/server/<entities>.test.ts, of entities that are deleted with another generated one. */
export function dependentsTest(spec: Spec): string {
  const { names, plural, owner } = spec;
  const parent = relations(spec).find(({ optional, target }) => !optional && !isBuiltIn(target));
  if (!parent) return dropped;
  const other = parent.target.names;
  const sender = owner ? 'user' : 'admin';
  return `
it('a ${other.words} is deleted with its ${plural.words} by those who may delete both, who are told how many', async () => {
  const input = await newInput();
  await ${sender}.send(create, { input });
  const id = String(input.${columnOf(parent)});
  const ask = 'query ($id: ID!) { ${other.camel}(id: $id) { dependents { type count } } }';
  const removeBoth = 'mutation ($id: ID!) { ${parent.target.deletion}(input: { ids: [$id] }) { errors { code } } }';
${deletionWithLimitedAccessToken(spec)}
  expect(await database.${names.camel}.count({ where: { ${columnOf(parent)}: id } })).toBe(1);
  const { data } = await admin.send(ask, { id });
  expect(data.${other.camel}.dependents).toEqual([{ type: '${names.pascal}', count: 1 }]);
  await admin.send(removeBoth, { id });
  expect(await database.${names.camel}.count({ where: { ${columnOf(parent)}: id } })).toBe(0);
${auditDependents(spec, other.snake)}
});
`;
}
