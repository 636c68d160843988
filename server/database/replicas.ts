/**
 * Reads from standbys of the database, where they show all that the reader may know of: changes of this process, and
 * those that it was notified of. A standby that is away or behind is left out, and the primary answers.
 */
import type { Pool, QueryResultRow } from 'pg';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { isPooled } from '#server/settings/rules.ts';
import type { Changes } from './changes.ts';
import { connectionCounts } from './connection-counts.ts';
import { createNamedReads } from './named-reads.ts';
import type { Statement } from './named-statement.ts';
import { createPool } from './pool.ts';
import { createReplica, type Replica, type Target } from './replica.ts';

/** How old the newest change on a standby may be for readers that know of none, and how often that is checked. */
export const longestLag = 2_000;
const checkMilliseconds = 500;
const listenAgainMilliseconds = 1_000;
/** Milliseconds for a statement. The primary answers after that, and clients wait for 3 s at most. */
const timeout = 1_000;

/** What is flushed to disk has all acknowledged changes, unless synchronous_commit is off. */
const position = `SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS "position"`;

type ReplicasDeps = { urls: readonly string[]; primary: Pool; log: Log };

export type Replicas = ReturnType<typeof createReplicas>;

export function createReplicas({ urls, primary, log }: ReplicasDeps) {
  const replicas: Replica[] = urls.map((url) => {
    const pool = createPool(url, { connections: connectionCounts.requests, timeout });
    const { host } = new URL(url);
    return createReplica({ host, pool, read: createNamedReads(pool, isPooled(url)), log });
  });
  /** When the last change was made here or heard of. */
  let changedAt = 0;
  let changes: Changes | undefined;
  let isStopped = false;
  let isChecking = false;
  let isDue = false;
  let turn = 0;

  async function findTarget(): Promise<Target | undefined> {
    const askedAt = performance.now();
    try {
      const { rows } = await primary.query<{ position: string }>(position);
      return { askedAt, position: BigInt(rows[0]?.position ?? 0) };
    } catch {
      return undefined;
    }
  }

  /** Finds out since when the standbys show everything: at once, and again if asked to meanwhile. */
  async function check(): Promise<void> {
    isDue = true;
    if (isChecking) return;
    isChecking = true;
    while (isDue && !isStopped) {
      isDue = false;
      const target = await findTarget();
      if (target) for (const replica of replicas) replica.follow(target);
    }
    isChecking = false;
  }
  const timer = setInterval(() => void check(), checkMilliseconds).unref();

  /** Something has changed: standbys answer again once they show it. */
  function noteChange(): void {
    changedAt = performance.now();
    void check();
  }

  /** The next standby in turn that shows everything. */
  function find(): Replica | undefined {
    if (!changes || !currentRequest()?.readsReplicas) return undefined;
    const since = Math.max(changedAt, changes.listeningSince, performance.now() - longestLag);
    for (let i = 0; i < replicas.length; i += 1) {
      turn = (turn + 1) % replicas.length;
      const replica = replicas[turn];
      if (replica && replica.completeAt >= since) return replica;
    }
    return undefined;
  }

  return {
    /** The rows of a read, from a standby if the current request may read there, or else from `elsewhere`. */
    async read<Row extends QueryResultRow>(
      statement: Statement,
      values: unknown[],
      elsewhere: () => Promise<Row[]>,
    ): Promise<Row[]> {
      const rows = await find()?.read<Row>(statement, values);
      return rows ?? elsewhere();
    },
    noteChange,
    /** Hears of changes of others from now on. Until then, standbys answer nothing. */
    listen(to: Changes): void {
      changes = to;
      const subscribe = () => {
        if (!isStopped) to.subscribe({ onChanges: noteChange, onEnd });
      };
      const onEnd = () => void setTimeout(subscribe, listenAgainMilliseconds).unref();
      subscribe();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(replicas.map(({ stop }) => stop()));
    },
  };
}
