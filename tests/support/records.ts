/** Records of any entity that `newRecord` creates and mutations change. */
import { type GraphQLType, isInputObjectType, isObjectType } from 'graphql';
import { type Database, delegateOf } from '#server/database/client.ts';
import type { EntityModel } from '#server/entities.ts';
import { expectedEntities } from './entities.ts';
import type { Expectations } from './expectations.ts';
import { camelCase, unique } from './factories.ts';
import { schema } from './schema.ts';
import type { TestUser } from './server.ts';

export const fieldsOf = (name: string): Record<string, { name: string; type: GraphQLType }> => {
  const type = schema.getType(name);
  return isObjectType(type) || isInputObjectType(type) ? type.getFields() : {};
};

/** Entities with the mutations that update one record and delete several. */
export const editable = expectedEntities.flatMap((entity) => {
  const names = Object.keys(entity.rootFields ?? {});
  const update = names.find((name) => name === `update${entity.type}`);
  const remove = names.find(
    (name) => `deleted${entity.type}Ids` in fieldsOf(`${name.replace(/^d/, 'D')}Payload`),
  );
  const model = entity.type as EntityModel;
  return entity.newRecord && update && remove ? [{ ...entity, model, update, remove }] : [];
});
export type Editable = (typeof editable)[number];

/** The variable of `rootFields` that names a record. */
export const idVariable = ({ type }: Pick<Expectations, 'type'>, id: string) => ({
  [`${camelCase(type)}Id`]: id,
});

/** Sends a document of `rootFields`, with a new name if `variables` have none. */
export const sendField = (
  { rootFields }: Editable,
  name: string,
  by: Pick<TestUser, 'send'>,
  variables: object,
) => by.send(rootFields?.[name]?.document ?? '', { name: unique('named'), ...variables });

type Row = Record<string, string | null>;

/** The columns of a record, if it exists. */
export const rowOf = async (database: Database, { model }: Editable, id: string) =>
  (await delegateOf(database, model).findUnique({ where: { id } })) as Row | null;

/** Entities whose records are deleted with a record of another one, by the column that names it. */
export const dependents = editable.flatMap((child) =>
  editable
    .filter((parent) => parent !== child && 'dependents' in fieldsOf(parent.type))
    .map((parent) => ({ child, parent, column: `${camelCase(parent.type)}Id` }))
    .filter(({ column }) => String(fieldsOf(`Create${child.type}Input`)[column]?.type) === 'ID!'),
);
