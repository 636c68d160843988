/** Related records that the user of a test sees, because of their owners. */
import { type RelatedEntity, relations, type Spec } from '#scripts/add/spec.ts';

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
