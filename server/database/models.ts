import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Database } from './client.ts';

type Scalars = { [Name in Prisma.ModelName]: Prisma.TypeMap['model'][Name]['payload']['scalars'] };

/** Models with an ID. */
type Model = {
  [Name in Prisma.ModelName]: 'id' extends keyof Scalars[Name] ? Name : never;
}[Prisma.ModelName];

/** Records by model. With a `select`, other columns may be missing. */
type Records = { [Name in Model]: Scalars[Name] & { id: string } };

type Delegate<Row> = {
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row | null>;
};

/** Prisma's client of a model. */
export function delegateOf<Name extends Prisma.ModelName>(database: Database, model: Name) {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Name>;
  return database[name] as unknown as Delegate<Name extends Model ? Records[Name] : never>;
}
