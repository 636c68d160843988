import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { filtersRelated, Unsupported } from './conditions.ts';
import { partitionsOf } from './forms.ts';
import {
  isPlain,
  joinTo,
  type Model,
  type Models,
  type Selection,
  selectionOf,
  toRecords,
} from './models.ts';
import type { Options, Statement } from './options.ts';
import { type Page, pageOf, plannedWords, type Written, writeCount, writePage } from './pages.ts';
import { createSamples } from './sample.ts';

type Args = Readonly<Record<string, unknown>>;
type Row = Record<string, unknown>;

export const operations = ['findMany', 'findFirst', 'findUnique', 'count'] as const;

export type Operation = (typeof operations)[number];

/** Answers a call. */
export type Run = () => Promise<unknown>;

type Call = { model: Model; args: Args };

/** Finds what Prisma's `findMany` returns. */
type FindMany = (args: object) => Promise<unknown>;

const hasOnly = (args: Args, names: readonly string[]) =>
  Object.keys(args).every((name) => names.includes(name) || args[name] === undefined);

/** Returns a function that plans how a call of a Prisma client is answered. */
export function createReads(options: Options, models: Models, statementOf: StatementOf) {
  const { read, scope } = options;
  const areFrequent = createSamples(options);
  const lookUp = createLookups(options, statementOf);
  const writing = { models, usualTakes: new Set(options.usualTakes) };

  const send = <Result extends object = Row>({ text, values, isNamed }: Written) =>
    read<Result>(isNamed ? statementOf(text) : { text }, values);

  function readPage(model: Model, page: Page, selection: Selection): () => Promise<Row[]> {
    const words = plannedWords(page, model);
    const isFrequent = words && areFrequent(model, words);
    const written = writePage(model, page, { selection, isFrequent }, writing);
    return () => send(written).then((rows) => toRecords(rows, model, selection));
  }

  /** Finds the page with SQL, because Prisma would search the texts of all related records, and reads it with Prisma. */
  function readInSteps({ model, args }: Call, page: Page, prisma: FindMany): Run | undefined {
    const { id } = model;
    const isSlow =
      filtersRelated(page.where, model) ||
      partitionsOf(page.where, page.orderBy, model)?.ids !== undefined;
    if (!id || !isSlow || !isPlain(args.select)) return undefined;
    const selection = { columns: [id], joined: [] };
    const written = writePage(model, page, { selection, isFrequent: undefined }, writing);
    const readRecords = (rows: Row[]) => {
      if (rows.length === 0) return [];
      const where = { [id]: { in: rows.map((row) => row[id]) } };
      return prisma({ select: args.select, where, orderBy: args.orderBy });
    };
    return () => send(written).then(readRecords);
  }

  function findMany(call: Call, prisma: FindMany): Run | undefined {
    const { model, args } = call;
    if (!hasOnly(args, ['where', 'select', 'orderBy', 'take'])) return undefined;
    const page = pageOf(args, model);
    const selection = selectionOf(model, args.select, models);
    return selection ? readPage(model, page, selection) : readInSteps(call, page, prisma);
  }

  function findFirst({ model, args }: Call): Run | undefined {
    if (!hasOnly(args, ['where', 'select', 'orderBy'])) return undefined;
    const page = pageOf({ ...args, take: 1 }, model);
    const selection = selectionOf(model, args.select, models);
    const find = selection && readPage(model, page, selection);
    return find && (() => find().then(([first]) => first ?? null));
  }

  function findUnique({ model, args }: Call): Run | undefined {
    const inScope = scope?.();
    if (!inScope || !hasOnly(args, ['where', 'select'])) return undefined;
    const [[column = '', value] = [], ...others] = Object.entries((args.where ?? {}) as Args);
    const isKey = model.unique.has(column) && typeof value === 'string' && others.length === 0;
    const selection = selectionOf(model, args.select, models);
    if (!isKey || !selection) return undefined;
    return () =>
      lookUp({ model, column, selection }, value, inScope).then((row) =>
        row ? toRecords([row], model, selection)[0] : null,
      );
  }

  function count({ model, args }: Call): Run | undefined {
    if (!hasOnly(args, ['where', 'take'])) return undefined;
    const written = writeCount(model, pageOf(args, model), writing);
    return () => send<{ rows: string }>(written).then(([counted]) => Number(counted?.rows));
  }

  const plans = { findMany, findFirst, findUnique, count };

  /** How to answer a call. Undefined if Prisma has to. */
  return function plan(
    operation: Operation,
    { model: name, args = {} }: { model: string; args: Args | undefined },
    prisma: FindMany,
  ): Run | undefined {
    const model = models(name);
    try {
      return model && plans[operation]({ model, args }, prisma);
    } catch (error) {
      if (error instanceof Unsupported) return undefined;
      throw error;
    }
  };
}

type Loader = DataLoader<string, Row | undefined>;
type Lookup = { model: Model; column: string; selection: Selection };

function textOf({ model, column, selection: { joined } }: Lookup, condition: string): string {
  return joinTo(`${model.select} WHERE "${column}" ${condition}`, joined, '');
}

/** Batches concurrent `findUnique` of a scope into one statement. */
function createLookups({ read }: Options, statementOf: (text: string) => Statement) {
  const scopes = new WeakMap<object, Map<string, Loader>>();

  function loaderOf(lookup: Lookup, scope: object): Loader {
    const { model, column, selection } = lookup;
    const ofScope = scopes.get(scope) ?? new Map<string, Loader>();
    scopes.set(scope, ofScope);
    const relations = selection.joined.map(({ relation }) => relation);
    const key = [model.name, column, ...relations].join();
    const known = ofScope.get(key);
    if (known) return known;
    const loader: Loader = new DataLoader(
      async (values: readonly string[]) => {
        const [condition, parameter] =
          values.length === 1 ? ['= $1', values[0]] : ['= ANY($1)', values];
        const rows = await read<Row>(statementOf(textOf(lookup, condition)), [parameter]);
        const rowsByValue = new Map(rows.map((row) => [row[column], row]));
        return values.map((value) => rowsByValue.get(value));
      },
      // Later reads must see changes made in between.
      { cache: false },
    );
    ofScope.set(key, loader);
    return loader;
  }

  return (lookup: Lookup, value: string, scope: object): Promise<Row | undefined> =>
    loaderOf(lookup, scope).load(value);
}

export type StatementOf = (text: string) => Statement;

/** Bounds the prepared statements, which every connection keeps. Only a few forms are in use. */
const maxNames = 300;

/**
 * Returns a function that names statements. A name is a hash of the text, so that versions sharing a pooler's
 * connections never run each other's statements.
 */
export function createStatements(): StatementOf {
  const named = new Map<string, Statement>();
  return (text) => {
    const known = named.get(text);
    if (known) return known;
    if (named.size >= maxNames) return { text };
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const statement = { name, text };
    named.set(text, statement);
    return statement;
  };
}
