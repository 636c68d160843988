/**
 * Reads that share connections: each is sent at once behind those that are still being answered, instead
 * of taking a connection from the pool and giving it back. No read is sent behind one that takes long.
 */
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { NamedStatement } from './named-statement.ts';
import { canFollow, Read } from './read.ts';

/** Share of the pool's connections that reads may borrow, and reads that may share one. */
const poolShare = 0.4;
const readsPerConnection = 4;
/** Milliseconds without an answer after which a connection takes no further read. */
const slowAfter = 5;
/** Milliseconds that an idle connection is kept from the rest of the pool. */
const keptFor = 10;

/** A connection borrowed from the pool. */
type Borrowed = {
  readonly client: PoolClient;
  /** Reads without an answer, and when the last answer or the first of these reads was. */
  pending: number;
  progressAt: number;
  failure?: Error;
  /** Whether messages wait for the end of the turn, to leave in one write. */
  isHeld: boolean;
  /** Notes that the connection is lost, which its reads report. */
  onError(error: Error): void;
};

/** Lets the driver send queries without waiting for the answers of earlier ones. */
const setPipeline = (client: PoolClient, pipeline: boolean) => Object.assign(client, { pipeline });

export function createSharedReads(pool: Pool) {
  const most = Math.max(1, Math.floor((pool.options.max ?? 1) * poolShare));
  const borrowed = new Set<Borrowed>();
  let borrowing = 0;
  let isSweeping = false;

  function giveBack(each: Borrowed): void {
    const { client, failure, onError } = each;
    borrowed.delete(each);
    client.removeListener('error', onError);
    setPipeline(client, false);
    // The pool replaces a connection after an error.
    client.release(failure);
  }

  /** Gives back what was idle for a while. */
  function sweep(): void {
    const before = performance.now() - keptFor;
    for (const each of borrowed) if (!each.pending && each.progressAt <= before) giveBack(each);
    isSweeping = borrowed.size > 0;
    if (isSweeping) setTimeout(sweep, keptFor);
  }

  async function borrow(): Promise<Borrowed> {
    borrowing += 1;
    try {
      const client = await pool.connect();
      const each: Borrowed = {
        client,
        pending: 0,
        progressAt: performance.now(),
        isHeld: false,
        onError(error) {
          each.failure = error;
        },
      };
      client.on('error', each.onError);
      setPipeline(client, true);
      borrowed.add(each);
      if (!isSweeping) setTimeout(sweep, keptFor);
      isSweeping = true;
      return each;
    } finally {
      borrowing -= 1;
    }
  }

  /** Holds back what is written to a connection until the end of this turn of the event loop. */
  function hold(each: Borrowed): void {
    if (each.isHeld) return;
    each.isHeld = true;
    const { stream } = each.client.connection;
    stream.cork();
    setImmediate(() => {
      each.isHeld = false;
      stream.uncork();
    });
  }

  /** A connection that may take another read: one that is about to be written to, or the least busy one. */
  function find({ name }: NamedStatement, now: number): Borrowed | undefined {
    let found: Borrowed | undefined;
    for (const each of borrowed) {
      const { pending, failure, progressAt, client } = each;
      if (failure || pending >= readsPerConnection) continue;
      if (pending > 0 && (now - progressAt >= slowAfter || !canFollow(client, name))) continue;
      if (each.isHeld) return each;
      if (!found || pending < found.pending) found = each;
    }
    return found;
  }

  function send<Row extends QueryResultRow>(
    each: Borrowed,
    statement: NamedStatement,
    values: unknown[],
  ): Promise<Row[]> {
    if (each.pending === 0) each.progressAt = performance.now();
    each.pending += 1;
    hold(each);
    return new Promise((done, failed) => {
      const onAnswer = (error: Error | null, rows: QueryResultRow[]) => {
        each.pending -= 1;
        each.progressAt = performance.now();
        if (error) {
          each.failure ??= error;
          failed(error);
        } else done(rows as Row[]);
        if (each.failure && each.pending === 0) giveBack(each);
      };
      each.client.query(new Read(statement, values, onAnswer) as never);
    });
  }

  /** Runs a read; undefined if no shared connection can take it soon. */
  return function readShared<Row extends QueryResultRow>(
    statement: NamedStatement,
    values: unknown[],
  ): Promise<Row[]> | undefined {
    // What waits for a connection of its own comes first.
    if (pool.waitingCount > 0) return undefined;
    const found = find(statement, performance.now());
    if (found && (found.pending === 0 || found.isHeld || borrowed.size + borrowing >= most)) {
      return send(found, statement, values);
    }
    if (borrowed.size + borrowing >= most) return undefined;
    return borrow().then((each) => send(each, statement, values));
  };
}
