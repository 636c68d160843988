import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Database } from './client.ts';

type Models = Prisma.TypeMap['model'];
type Scalars = { [Name in Prisma.ModelName]: Models[Name]['payload']['scalars'] };

/** Models with an ID. */
export type RecordModel = {
  [Name in Prisma.ModelName]: 'id' extends keyof Scalars[Name] ? Name : never;
}[Prisma.ModelName];

/** Records by model. With a `select`, other columns may be missing. */
export type Records = { [Name in RecordModel]: Scalars[Name] & { id: string } };

export type WhereOf<Name extends RecordModel> = NonNullable<
  Models[Name]['operations']['findMany']['args']['where']
>;

type Delegate<Row> = {
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row | null>;
  findUniqueOrThrow(query: object): Promise<Row>;
  count(query: object): Promise<number>;
};

/** The model's name in Prisma's client, and in the payloads of mutations: `repository`. */
export const uncapitalized = <Name extends string>(model: Name) =>
  `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Name>;

/** The name of a model or of its plural in descriptions: `access token`. */
export const wordsOf = (name: string) => name.replace(/(?<!^)[A-Z]/g, ' $&').toLowerCase();

/** Prisma's client of a model. */
export function delegateOf<Name extends RecordModel>(database: Database, model: Name) {
  // biome-ignore lint/plugin: a delegate by the name of its model
  return database[uncapitalized(model)] as unknown as Delegate<Records[Name]>;
}
