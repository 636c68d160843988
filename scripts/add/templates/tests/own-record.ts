/** Related records that the user of a test sees, because of their owners. */
import { namesOf } from '#scripts/add/names.ts';
import { columnOf, dropped, type RelatedEntity, relations, type Spec } from '#scripts/add/spec.ts';

const ownColumns: Record<string, string> = {
  user: 'owner: { connect: { id: userId } }',
  organization: 'organization: { connect: { id: organization.id } }',
};

const browserColumns: Record<string, string> = {
  user: 'owner: { connect: { email } }',
  organization: 'organization: { connect: { id: organization.id } }',
};

export const isOwn = ({ owner }: RelatedEntity): boolean => owner !== undefined;

const leadsToUsers = (spec: Spec) =>
  relations(spec).some(({ target, optional }) => !optional && target.owner === 'user');

/** Parameter and argument of the function that creates a viewer's input, if their own records are in it. */
export const viewerParameter = (spec: Spec): string =>
  leadsToUsers(spec) ? '{ id: userId } = user' : '';
export const viewerArgument = (spec: Spec, viewer: string): string =>
  leadsToUsers(spec) ? viewer : '';

/** ID of a new record in tests/server/<entities>.test.ts. */
export const ownRecord = ({
  type,
  names,
  owner = '',
}: RelatedEntity) => `(await database.${names.camel}.create({
    data: {
      id: newId('${type}'),
      ...new${type}(unique('${names.kebab}')),
      ${ownColumns[owner]},
    },
  })).id`;

/** Columns of a new record in tests/e2e/<entities>.spec.ts. */
export const browserColumnsOf = ({ owner = '' }: RelatedEntity): string =>
  browserColumns[owner] ?? '';

/** There too, of entities with a relation to records that have the same owner. */
export function ownerInCommonTest(spec: Spec): string {
  const { names, owner } = spec;
  const isCommon = ({ target }: { target: RelatedEntity }) => owner?.ownerInCommon(target);
  const field = relations(spec).find((each) => !each.optional && isCommon(each));
  if (!owner || !field) return dropped;
  const { otherOwner } = owner.tests;
  const column = columnOf(field);
  const refused = `[{ code: 'NOT_FOUND', field: ['${column}'] }]`;
  return `
it('a ${names.words} and its ${namesOf(field.name).words} have the same owner', async () => {
  const input = await newInput();
  ${otherOwner.created ?? dropped}
  const created = await ${otherOwner.sender}.send(create, { input: ${otherOwner.input} });
  expect(created.data.create${names.pascal}.errors).toEqual(${refused});
  const own = await user.send(create, { input });
  const { id } = own.data.create${names.pascal}.${names.camel};
  await database.${names.camel}.update({ where: { id }, data: { ${columnOf(owner.field)}: ${otherOwner.id} } });
  const { ${column} } = input;
  const updated = await ${otherOwner.sender}.send(update, { input: { id, ${column} } });
  expect(updated.data.update${names.pascal}.errors).toEqual(${refused});
});
`;
}
