/** Plans how `create` is answered, alone or with others in `$transaction([…])`. */
import { isValueOf } from './conditions.ts';
import { LazyCall } from './lazy-call.ts';
import { type Model, type Models, quoted } from './models.ts';
import type { Options } from './options.ts';
import { type Row, type Selection, selectionOf, toRecords } from './selection.ts';
import type { StatementOf } from './statements.ts';

type Args = Readonly<Record<string, unknown>>;

type Insert = {
  model: Model;
  columns: readonly string[];
  values: readonly unknown[];
  selection: Selection;
};

/** Whether `value` may be written into a column. Undefined if the create omits it. */
function isWritable(model: Model, column: string, value: unknown): boolean {
  const kind = model.columns.get(column) ?? '';
  const { isRequired, hasDefaultValue, isUpdatedAt } = model.fields.get(column) ?? {};
  if (value === undefined) return !isRequired || hasDefaultValue === true || isUpdatedAt === true;
  return value === null ? !isRequired : isValueOf(kind, value);
}

/** Undefined if Prisma has to write the record: for its relations, or to refuse a value. */
function insertOf(
  model: Model,
  { data, select, ...others }: Args,
  models: Models,
): Insert | undefined {
  const selection = selectionOf(model, select, models);
  const values = new Map(Object.entries(data ?? {}).filter(([, value]) => value !== undefined));
  const isPlain =
    selection?.joined.length === 0 &&
    Object.keys(others).length === 0 &&
    [...values.keys()].every((name) => model.columns.has(name)) &&
    [...model.columns.keys()].every((column) => isWritable(model, column, values.get(column)));
  if (!isPlain) return undefined;
  return { model, columns: [...values.keys()], values: [...values.values()], selection };
}

/** Columns and values of an INSERT. The database sets the others. */
function written({ model, columns, values }: Insert, parameters: unknown[]) {
  const updated = [...model.fields.values()]
    .filter(({ name, isUpdatedAt }) => isUpdatedAt && !columns.includes(name))
    .map(({ name }) => name);
  const texts = values.map((value) => `$${parameters.push(value)}`);
  return {
    columns: quoted([...columns, ...updated]),
    values: [...texts, ...updated.map(() => 'now()')].join(', '),
  };
}

/** One statement that writes the records in their order: each INSERT reads what the one before returns. */
function writeInserts(inserts: readonly Insert[]) {
  const parameters: unknown[] = [];
  const parts = inserts.map((insert, index) => {
    const { columns, values } = written(insert, parameters);
    const source = index === 0 ? `VALUES (${values})` : `SELECT ${values} FROM "${index - 1}"`;
    const returned = quoted(insert.selection.columns);
    return `"${index}" AS (INSERT INTO "${insert.model.table}" (${columns}) ${source} RETURNING ${returned})`;
  });
  const outputs = inserts.flatMap(({ selection }, index) =>
    selection.columns.map((name) => `"${index}"."${name}" AS "${index}.${name}"`),
  );
  const tables = inserts.map((_insert, index) => `"${index}"`);
  const text = `WITH ${parts.join(', ')} SELECT ${outputs.join(', ')} FROM ${tables.join(', ')}`;
  return { text, values: parameters };
}

/** SQLSTATE class 22 or 23: a value or a constraint, and nothing is written. */
const isRefused = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code));

/** A create that can be written together with others. */
export class LazyCreate extends LazyCall {
  readonly insert: Insert;

  constructor(insert: Insert, run: () => Promise<unknown>, call: () => object) {
    super(run, call);
    this.insert = insert;
  }
}

export function createCreates({ write }: Options, models: Models, statementOf: StatementOf) {
  /** Writes all records or none. If PostgreSQL refuses them, Prisma repeats the attempt and fails with its own error. */
  async function createAll(
    creates: readonly LazyCreate[],
    byPrisma: () => Promise<unknown>,
  ): Promise<unknown> {
    const inserts = creates.map(({ insert }) => insert);
    if (!write || inserts.length === 0) return byPrisma();
    const { text, values } = writeInserts(inserts);
    try {
      const [row = {}] = await write<Row>(statementOf(text), values);
      return inserts.map(
        ({ model, selection }, index) => toRecords([row], model, selection, `${index}.`)[0],
      );
    } catch (error) {
      if (isRefused(error)) return byPrisma();
      throw error;
    }
  }

  function planCreate(
    name: string,
    args: Args,
    byPrisma: (args: Args) => Promise<unknown>,
  ): LazyCreate | undefined {
    const model = write && models(name);
    const insert = model && insertOf(model, args, models);
    if (!insert) return undefined;
    const call = () => byPrisma(args);
    const create: LazyCreate = new LazyCreate(
      insert,
      async () => {
        const created = await createAll([create], async () => [await call()]);
        return (created as unknown[])[0];
      },
      call,
    );
    return create;
  }

  return { planCreate, createAll };
}
