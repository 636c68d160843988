/**
 * Reads from standbys that have every change the reader may know of: this process's own changes and those it was
 * notified of. The primary answers if a standby is unreachable or lagging.
 */
import {
  createStandby,
  type Queryable,
  type StandbyState,
  type StateChange,
  type Target,
} from './standby.ts';

/** Maximum replication lag in ms for reads with no pending change. */
export const longestLag = 2_000;
/** How often it is measured. */
const checkMilliseconds = 500;
const listenAgainMilliseconds = 1_000;

/** Flushed WAL contains all acknowledged changes, unless synchronous_commit is off. */
const position = `SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS "position"`;

/** Changes made by other processes, such as by LISTEN and NOTIFY. */
export type ChangeSource = {
  /** `performance.now()` since when no change has been missed; Infinity while there is no connection. */
  readonly listeningSince: number;
  /** `onEnd` is called once, when the connection is lost. */
  subscribe(subscriber: { onChanges(): void; onEnd(): void }): unknown;
};

export type StandbyReadsOptions<Standby> = {
  primary: Queryable;
  standbys: readonly Standby[];
  onState?(standby: Standby, change: StateChange): void;
};

export function createStandbyReads<Standby extends { host: string; pool: Queryable }>({
  primary,
  standbys,
  onState = () => {},
}: StandbyReadsOptions<Standby>) {
  const tracked = standbys.map((standby) => ({
    standby,
    progress: createStandby(standby.pool, (change) => onState(standby, change)),
  }));
  let changedAt = 0;
  let source: ChangeSource | undefined;
  let isStopped = false;
  let isChecking = false;
  let isDue = false;
  let turn = 0;

  async function findTarget(): Promise<Target | undefined> {
    const askedAt = performance.now();
    try {
      const { rows } = await primary.query(position);
      return { askedAt, position: BigInt((rows[0] as { position: string }).position) };
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
      if (target) for (const { progress } of tracked) progress.follow(target);
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
  function find() {
    if (!source) return undefined;
    const since = Math.max(changedAt, source.listeningSince, performance.now() - longestLag);
    for (let i = 0; i < tracked.length; i += 1) {
      turn = (turn + 1) % tracked.length;
      const next = tracked[turn];
      if (next && next.progress.completeAt >= since) return next;
    }
    return undefined;
  }

  return {
    /** Reads by `fromStandby` if a standby is up to date and answers, otherwise by `fromPrimary`. */
    async read<Result>(
      fromStandby: (standby: Standby) => Promise<Result>,
      fromPrimary: () => Promise<Result>,
    ): Promise<Result> {
      const found = find();
      const answer = await found?.progress.attempt(() => fromStandby(found.standby));
      return answer ? answer.result : fromPrimary();
    },
    noteChange,
    /** As this process sees them. `lagMs` is null if the standby was never complete, or is unreachable. */
    list: (): { host: string; state: StandbyState; lagMs: number | null }[] =>
      tracked.map(({ standby: { host }, progress: { state, completeAt } }) => ({
        host,
        state,
        lagMs: Number.isFinite(completeAt) ? Math.round(performance.now() - completeAt) : null,
      })),
    /** Subscribes to the changes of others. Standbys are not used before this. */
    listen(to: ChangeSource): void {
      source = to;
      const subscribe = () => {
        if (!isStopped) to.subscribe({ onChanges: noteChange, onEnd });
      };
      const onEnd = () => void setTimeout(subscribe, listenAgainMilliseconds).unref();
      subscribe();
    },
    /** Leaves the pools open. */
    stop(): void {
      isStopped = true;
      clearInterval(timer);
      for (const { progress } of tracked) progress.stop();
    },
  };
}
