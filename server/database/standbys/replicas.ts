/**
 * Reads from standbys that have every change the reader may know of: this process's own changes and those it was
 * notified of. The primary answers if a standby is unreachable or lagging.
 */
import type { Pool, QueryResultRow } from 'pg';
import type { Changes } from '#server/database/changes/changes.ts';
import { connectionCounts } from '#server/database/connections/connection-counts.ts';
import { createPool } from '#server/database/connections/pool.ts';
import { createNamedReads } from '#server/database/named-reads.ts';
import type { Statement } from '#server/database/named-statement.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { isPooled } from '#server/settings/rules.ts';
import { createReplica, type Replica, type Target } from './replica.ts';

/** Maximum replication lag for requests with no pending change, and how often it is measured. */
export const longestLag = 2_000;
const checkMilliseconds = 500;
const listenAgainMilliseconds = 1_000;
/** Statement timeout in ms. The primary answers after that, and clients wait at most 3 s. */
const timeout = 1_000;

/** Flushed WAL contains all acknowledged changes, unless synchronous_commit is off. */
const position = `SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS "position"`;

type ReplicasDeps = { urls: readonly string[]; primary: Pool; log: Log };

export type Replicas = ReturnType<typeof createReplicas>;

export function createReplicas({ urls, primary, log }: ReplicasDeps) {
  const replicas: Replica[] = urls.map((url) => {
    const pool = createPool(url, { connections: connectionCounts.requests, timeout });
    const { host } = new URL(url);
    return createReplica({ host, pool, read: createNamedReads(pool, isPooled(url)), log });
  });
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

  /** Measures replication lag now, and again if requested while running. */
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

  /** Stops reads from standbys until they have replayed the change. */
  function noteChange(): void {
    changedAt = performance.now();
    void check();
  }

  /** Picks the next up-to-date standby, round-robin. */
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
    /** Reads from a standby if the current request may, otherwise from `elsewhere`. */
    async read<Row extends QueryResultRow>(
      statement: Statement,
      values: unknown[],
      elsewhere: () => Promise<Row[]>,
    ): Promise<Row[]> {
      const rows = await find()?.read<Row>(statement, values);
      return rows ?? elsewhere();
    },
    noteChange,
    /** As this process sees them. Null if the standby was never complete, or is unreachable. */
    list: () =>
      replicas.map(({ host, state, completeAt }) => ({
        host,
        state,
        lagMs: Number.isFinite(completeAt) ? Math.round(performance.now() - completeAt) : null,
      })),
    /** Subscribes to change notifications. Standbys are not used before this. */
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
