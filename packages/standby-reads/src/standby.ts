/** Tracks how far a standby has replayed the primary's changes, and reads from it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Such as a pool of pg. Its statements should have a timeout. */
export type Queryable = {
  query(text: string): Promise<{ rows: unknown[] }>;
};

/** `primary`: a former standby after a failover, or the primary itself. */
export type StandbyState = 'standby' | 'primary' | 'lost';

export type StateChange = { state: StandbyState; before: StandbyState; reason?: string };

/** A WAL position of the primary, which covers everything acknowledged before `askedAt`. */
export type Target = { position: bigint; askedAt: number };

/** Null unless in recovery. Guards against a former primary after failover. */
const replayed = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS "position"`;

/** Poll intervals for a lagging or unreachable standby. */
const pollMilliseconds = { first: 2, longest: 50, lost: 1_000 };
const mostTargets = 50;

type PostgresError = { code?: string; severity?: string; message: string };

/** Statement timeout or recovery conflict: the standby itself is fine. */
const isOfStatement = ({ code = '' }: PostgresError) => code === '57014' || code === '40001';

/** The connection failed, or PostgreSQL answered that it has no connection, no resources, or is shutting down. */
const isLoss = ({ code = '', severity }: PostgresError) => !severity || /^(08|53|57|58)/.test(code);

class NotAStandby extends Error {}

export function createStandby(pool: Queryable, onState: (change: StateChange) => void) {
  const targets: Target[] = [];
  let completeAt = Number.NEGATIVE_INFINITY;
  let state: StandbyState = 'standby';
  let isFollowing = false;
  let isStopped = false;
  /** So that polling isn't part of the request that starts it. */
  const outside = AsyncLocalStorage.snapshot();

  function become(next: StandbyState, reason?: string): void {
    if (state === next) return;
    const before = state;
    state = next;
    onState({ state, before, ...(reason !== undefined && { reason }) });
  }

  function lose(error: unknown): void {
    completeAt = Number.NEGATIVE_INFINITY;
    if (error instanceof NotAStandby) become('primary');
    else become('lost', (error as Error).message);
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query(replayed);
    const { position } = rows[0] as { position: string | null };
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
    get state(): StandbyState {
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
      if (!isFollowing) outside(() => void followAll());
    },
    /** Undefined if the standby can't answer. Throws if the statement is wrong. */
    async attempt<Result>(read: () => Promise<Result>): Promise<{ result: Result } | undefined> {
      try {
        return { result: await read() };
      } catch (error) {
        if (isOfStatement(error as PostgresError)) return undefined;
        if (!isLoss(error as PostgresError)) throw error;
        lose(error);
        return undefined;
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}
