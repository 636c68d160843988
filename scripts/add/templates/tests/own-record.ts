/** Related records that the user of a test sees, because of their owners. */
import type { RelatedEntity } from '#scripts/add/spec.ts';

const ownColumns: Record<string, string> = {
  user: 'owner: { connect: { id: user.id } }',
  organization: 'organization: { connect: { id: organization.id } }',
};

const browserColumns: Record<string, string> = {
  user: 'owner: { connect: { email } }',
  organization: 'organization: { connect: { id: organization.id } }',
};

export const isOwn = ({ owner }: RelatedEntity): boolean => owner !== undefined;

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
