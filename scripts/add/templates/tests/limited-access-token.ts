import type { Spec } from '#scripts/add/spec.ts';

/** In the test of a deletion with dependents: a token that lacks the permission to delete these. */
export const deletionWithLimitedAccessToken = ({ names: { kebab } }: Spec) =>
  `  const { id: tokenId, secret } = await createToken(admin);
  const scopes = permissions.filter((permission) => permission !== '${kebab}:delete');
  await database.accessToken.update({ where: { id: tokenId }, data: { scopes } });
  const refused = await program(server, secret).send(removeBoth, { id });
  expect(errorCodes(refused)).toEqual(['FORBIDDEN']);`;

/** In tests/server/<entities>.test.ts, of entities whose records belong to organizations. */
export const limitedAccessTokenTest = ({ names: { pascal, kebab }, plural, title }: Spec) =>
  `it('an access token that is limited to an organization changes its ${plural.words} only', async () => {
  const { id, secret } = await createToken(orgAdmin);
  const scopes = ['${kebab}:read', '${kebab}:update'];
  await database.accessToken.update({
    where: { id },
    data: { organizationId: organization.id, scopes },
  });
  const ofToken = program(server, secret);
  const { id: elsewhere } = await createOrganization(database, { ownerId: orgAdmin.id });
  const [own, hidden] = [await createIn(organization.id), await createIn(elsewhere)];
  const renamed = { id: own.id, ${title.name}: unique('renamed') };
  const changed = await ofToken.send(update, { input: renamed });
  expect(changed.data.update${pascal}.errors).toEqual([]);
  const refused = await ofToken.send(update, { input: { ...renamed, id: hidden.id } });
  expect(refused.data.update${pascal}.errors).toEqual([{ code: 'NOT_FOUND', field: ['id'] }]);
  expect(errorCodes(await ofToken.send(remove, { ids: [own.id] }))).toEqual(['FORBIDDEN']);
});`;
