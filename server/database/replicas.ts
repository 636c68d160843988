/** Standbys that answer reads of requests: packages/standby-reads. */
import { createStandbyReads } from '@atrium/standby-reads';
import type { Pool, QueryResultRow } from 'pg';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { isPooled } from '#server/settings/rules.ts';
import { connectionCounts } from './connections/connection-counts.ts';
import { createPool } from './connections/pool.ts';
import { createNamedReads } from './named-reads.ts';
import type { Statement } from './named-statement.ts';

/** Statement timeout in ms. The primary answers after that, and clients wait at most 3 s. */
const timeout = 1_000;

type ReplicasDeps = { urls: readonly string[]; primary: Pool; log: Log };

export type Replicas = ReturnType<typeof createReplicas>;

export function createReplicas({ urls, primary, log }: ReplicasDeps) {
  const standbys = urls.map((url) => {
    const pool = createPool(url, { connections: connectionCounts.requests, timeout });
    return { host: new URL(url).host, pool, readNamed: createNamedReads(pool, isPooled(url)) };
  });
  const reads = createStandbyReads({
    primary,
    standbys,
    onState({ host }, { state, before, reason }) {
      if (before === 'lost') log.info({ host }, 'replica.back');
      if (state === 'lost') log.warn({ host, reason }, 'replica.lost');
      // The list of standbys may contain the primary.
      if (state === 'primary') log.info({ host }, 'replica.is_primary');
    },
  });
  return {
    ...reads,
    /** Reads from a standby if the current request may, otherwise from `elsewhere`. */
    async read<Row extends QueryResultRow>(
      statement: Statement,
      values: unknown[],
      elsewhere: () => Promise<Row[]>,
    ): Promise<Row[]> {
      if (!currentRequest()?.readsReplicas) return elsewhere();
      return reads.read(({ readNamed }) => readNamed<Row>(statement, values), elsewhere);
    },
    async stop(): Promise<void> {
      reads.stop();
      await Promise.all(standbys.map(({ pool }) => pool.end()));
    },
  };
}
