/** Columns and relations of the Prisma models, for lists that are read with hand-written SQL. */
import { getDatamodel } from '#server/generated/pothos-types.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Database } from './client.ts';
import { tableOf } from './tables.ts';

type Scalars = { [Name in Prisma.ModelName]: Prisma.TypeMap['model'][Name]['payload']['scalars'] };

/** Models with an ID. */
export type Model = {
  [Name in Prisma.ModelName]: 'id' extends keyof Scalars[Name] ? Name : never;
}[Prisma.ModelName];

/** Rows by model. With a `select`, other columns may be missing. */
export type Rows = { [Name in Model]: Omit<Scalars[Name], typeof searched> & { id: string } };

type Description = {
  all: ReadonlySet<string>;
  /** Columns returned in rows. */
  read: readonly string[];
  /** Reads all of these to keep the number of statements small. Unselected ones are never shown. */
  select: string;
  /** Whether the driver returns every column as Prisma does. */
  isSupported: boolean;
  /** To-one relations, and the column with the ID of the related record. */
  ones: ReadonlyMap<string, { model: string; column: string }>;
  /** To-many relations, and the column of the related records with the ID of this one. */
  many: ReadonlyMap<string, { model: string; column: string }>;
};

const searched = 'searchText';
export const quoted = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(', ');
const supportedTypes = new Set(['String', 'Boolean', 'Int', 'DateTime']);

const described = new Map<string, Description>();
let datamodel: ReturnType<typeof getDatamodel>['datamodel'] | undefined;

function fieldsOf(model: string) {
  datamodel ??= getDatamodel().datamodel;
  return datamodel.models[model]?.fields ?? [];
}

function describe(model: string): Description {
  const fields = fieldsOf(model);
  const columns = fields.filter(({ kind }) => kind !== 'object');
  const ones = new Map<string, { model: string; column: string }>();
  const many = new Map<string, { model: string; column: string }>();
  for (const { name, kind, type, isList, relationName, relationFromFields = [] } of fields) {
    if (kind !== 'object') continue;
    const [column, ...others] = relationFromFields;
    if (column && others.length === 0) ones.set(name, { model: type, column });
    const [foreign, ...rest] =
      fieldsOf(type).find(
        (field) => field.relationName === relationName && field.relationFromFields?.length,
      )?.relationFromFields ?? [];
    if (isList && foreign && rest.length === 0) many.set(name, { model: type, column: foreign });
  }
  const all = columns.map(({ name }) => name);
  const read = all.filter((name) => name !== searched);
  return {
    all: new Set(all),
    read,
    select: `SELECT ${quoted(read)} FROM "${tableOf(model)}"`,
    isSupported: columns.every(
      ({ kind, type, isList }) => !isList && (kind === 'enum' || supportedTypes.has(type)),
    ),
    ones,
    many,
  };
}

export function columnsOf(model: string): Description {
  const known = described.get(model) ?? describe(model);
  described.set(model, known);
  return known;
}

type Delegate<Row> = {
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row | null>;
};

/** Prisma's client of a model. */
export function delegateOf<Name extends Prisma.ModelName>(database: Database, model: Name) {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Name>;
  return database[name] as unknown as Delegate<Name extends Model ? Rows[Name] : never>;
}
