/** A named read on a connection that others use at the same time, with the driver's methods for its messages. */
import type { Writable } from 'node:stream';
import { isDate } from 'node:util/types';
import { type ClientBase, Query, type QueryResultRow } from 'pg';
import { serialize } from 'pg-protocol';
import { parserOf } from './column-types.ts';
import type { NamedStatement } from './named-statement.ts';

/** The columns of a statement's rows, and how the text of each becomes a value. */
type Columns = {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  empty: QueryResultRow;
};

/** What the driver knows of a session. */
type Session = {
  /** Statements that the session knows, and those that are being defined, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Readonly<Record<string, string>>;
  readonly stream: Writable;
};

type Described = { fields: readonly { name: string; dataTypeID: number }[] };

type Done = (error: Error | null, rows: QueryResultRow[]) => void;

/**
 * The columns of statements that sessions know. A session describes a statement once: PostgreSQL refuses
 * to run it when a migration has changed its columns.
 */
const described = new WeakMap<Session, Map<string, Columns>>();

const isSimple = (value: unknown) => typeof value !== 'object' || value === null || isDate(value);

function toText(value: unknown): string | null {
  if (value == null) return null;
  return isDate(value) ? value.toISOString() : String(value);
}

/** Whether a read of this name may be sent before the answers of earlier ones: it is not being defined. */
export function canFollow(client: ClientBase, name: string): boolean {
  const { connection } = client as unknown as { connection: Session };
  return connection.submittedNamedStatements[name] === undefined;
}

function toColumns({ fields }: Described): Columns {
  const names = fields.map(({ name }) => name);
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
  return { names, parsers, empty: Object.fromEntries(names.map((name) => [name, null])) };
}

/** The driver's own way, which defines the statement, has it described, and takes values of any type. */
const submitByDriver = Query.prototype.submit as unknown as (this: Read, session: Session) => null;

const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);

export class Read {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** The driver replaces it to limit how long is waited. */
  callback: Done;
  readonly #rows: QueryResultRow[] = [];
  #columns: Columns | undefined;
  #session: Session | undefined;
  #failure: Error | undefined;

  constructor({ name, text }: NamedStatement, values: unknown[], done: Done) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.callback = done;
  }

  submit(session: Session): null {
    this.#session = session;
    this.#columns = described.get(session)?.get(this.name);
    const isKnown = session.parsedStatements[this.name] !== undefined;
    if (!isKnown || !this.#columns || !this.values.every(isSimple)) {
      return submitByDriver.call(this, session);
    }
    const values = this.values.map(toText);
    const bind = serialize.bind({ statement: this.name, values });
    session.stream.write(Buffer.concat([bind, executeAndSync]));
    return null;
  }

  handleRowDescription(message: Described): void {
    this.#columns = toColumns(message);
    const session = this.#session as Session;
    const ofSession = described.get(session) ?? new Map<string, Columns>();
    described.set(session, ofSession.set(this.name, this.#columns));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(toRow(this.#columns as Columns, fields));
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }
}

// The driver takes what inherits from its query, whose constructor would cost more than the rest of a read.
Object.setPrototypeOf(Read.prototype, Query.prototype);

function toRow({ names, parsers, empty }: Columns, fields: readonly (string | null)[]) {
  const row = { ...empty };
  for (let i = 0; i < fields.length; i += 1) {
    const text = fields[i];
    if (text != null) row[names[i] as string] = parsers[i]?.(text);
  }
  return row;
}
