/** Tracks how far a standby has replayed the primary's changes, and reads from it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';
import { databaseFault } from '#server/database/fault.ts';
import type { createNamedReads } from '#server/database/named-reads.ts';
import type { Statement } from '#server/database/named-statement.ts';
import type { Log } from '#server/log/log.ts';
import { outsideRequest } from '#server/log/request-context.ts';

/** A WAL position of the primary, which covers everything acknowledged before `askedAt`. */
export type Target = { position: bigint; askedAt: number };

/** Null unless in recovery. Guards against a former primary after failover. */
const replayed = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS "position"`;

/** Poll intervals for a lagging or unreachable standby. */
const pollMilliseconds = { first: 2, longest: 50, lost: 1_000 };
const mostTargets = 50;

/** Statement timeout or recovery conflict: the standby itself is fine. */
const isOfStatement = (code = '') => code === '57014' || code === '40001';

class NotAStandby extends Error {}

type ReplicaDeps = {
  host: string;
  pool: Pool;
  read: ReturnType<typeof createNamedReads>;
  log: Log;
};

export type Replica = ReturnType<typeof createReplica>;

export function createReplica({ host, pool, read, log }: ReplicaDeps) {
  const targets: Target[] = [];
  let completeAt = Number.NEGATIVE_INFINITY;
  let state: 'standby' | 'primary' | 'lost' = 'standby';
  let isFollowing = false;
  let isStopped = false;

  function become(next: typeof state, reason?: string): void {
    if (state === next) return;
    if (state === 'lost') log.info({ host }, 'replica.back');
    if (next === 'lost') log.warn({ host, reason }, 'replica.lost');
    // The list of standbys may contain the primary.
    if (next === 'primary') log.info({ host }, 'replica.is_primary');
    state = next;
  }

  function lose(error: unknown): void {
    completeAt = Number.NEGATIVE_INFINITY;
    if (error instanceof NotAStandby) become('primary');
    else become('lost', (error as Error).message);
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ position: string | null }>(replayed);
    const position = rows[0]?.position;
    if (!position) throw new NotAStandby();
    become('standby');
    while (targets[0] && targets[0].position <= BigInt(position)) {
      completeAt = targets.shift()?.askedAt ?? completeAt;
    }
  }

  async function followAll(): Promise<void> {
    isFollowing = true;
    let wait = pollMilliseconds.first;
    while (targets.length > 0 && !isStopped) {
      try {
        await look();
        wait = Math.min(wait * 2, pollMilliseconds.longest);
      } catch (error) {
        lose(error);
        wait = pollMilliseconds.lost;
      }
      if (targets.length > 0) await sleep(wait, undefined, { ref: false });
    }
    isFollowing = false;
  }

  return {
    host,
    get state(): typeof state {
      return state;
    },
    /** The standby has every change acknowledged before this `performance.now()`. */
    get completeAt(): number {
      return completeAt;
    },
    /** Polls until the standby reaches `target`. */
    follow(target: Target): void {
      targets.push(target);
      if (targets.length > mostTargets) targets.shift();
      if (!isFollowing) outsideRequest(() => void followAll());
    },
    /** Returns the rows of a read, or undefined if the standby can't answer it. */
    async read<Row extends QueryResultRow>(
      statement: Statement,
      values: unknown[],
    ): Promise<Row[] | undefined> {
      try {
        return await read<Row>(statement, values);
      } catch (error) {
        if (isOfStatement((error as { code?: string }).code)) return undefined;
        if (!databaseFault(error)) throw error;
        lose(error);
        return undefined;
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      await pool.end();
    },
  };
}
