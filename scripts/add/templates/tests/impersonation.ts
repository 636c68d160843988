import type { Spec } from '#scripts/add/spec.ts';

/** In tests/server/<entities>.test.ts, of entities whose records belong to organizations. */
export const impersonationTest = ({ plural, title }: Spec) =>
  `it('a manager who impersonates someone changes no ${plural.words} of organizations', async () => {
  const { id } = await createIn(organization.id);
  const impersonator = await server.impersonate();
  const refused = await impersonator.send(update, { input: { id, ${title.name}: unique('refused') } });
  expect(errorCodes(refused)).toEqual(['FORBIDDEN']);
});`;
