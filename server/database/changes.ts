/**
 * What changed in the database, whoever changed it: triggers send NOTIFY, one connection per instance
 * listens, from the first subscriber on. When it is lost, the streams end: what happens until they are
 * back is missed, so that subscribers must ask again.
 */
import { createPubSub } from 'graphql-yoga';
import { Client } from 'pg';
import type { Log } from '#server/log.ts';

/** Records of a table that were inserted, updated or deleted by one statement. */
export type Change = {
  table: 'repository' | 'user' | 'session';
  kind: 'insert' | 'update' | 'delete';
  ids: string[];
};

const channel = 'changes';
/** How often the connection is tried out: a network may swallow it without a word. */
const heartbeatMilliseconds = 10_000;
const patienceMilliseconds = 3_000;

type ChangesParts = {
  /** The URL of the database. */
  listen: string;
  log: Log;
};

/** The changes of the database at a URL. */
export function createChanges({ listen, log }: ChangesParts) {
  const pubSub = createPubSub<{ changes: [Change] }>();
  const streams = new Set<() => void>();
  let client: Client | undefined;
  let stopped = false;

  const endStreams = () => {
    for (const end of [...streams]) end();
  };

  function connect(): void {
    const next = new Client({
      connectionString: listen,
      connectionTimeoutMillis: patienceMilliseconds,
      query_timeout: patienceMilliseconds,
    });
    client = next;
    const lose = (error?: Error) => {
      if (client !== next) return;
      client = undefined;
      clearInterval(heartbeat);
      if (error) log.warn({ reason: error.message }, 'changes.lost');
      next.end().catch(() => {});
      endStreams();
    };
    const heartbeat = setInterval(
      () => void next.query('SELECT 1').catch(lose),
      heartbeatMilliseconds,
    ).unref();
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ payload }) => {
      if (payload) pubSub.publish('changes', JSON.parse(payload) as Change);
    });
    next
      .connect()
      .then(() => next.query(`LISTEN ${channel}`))
      .catch(lose);
  }

  return {
    /** The changes from now on, until the stream is returned or the product drains. */
    subscribe() {
      if (!client && !stopped) connect();
      const stream = pubSub.subscribe('changes');
      const end = () => {
        streams.delete(end);
        void stream.return();
      };
      streams.add(end);
      if (stopped) end();
      return { stream, end };
    },
    /** Ends all streams and the connection. */
    stop(): void {
      stopped = true;
      void client?.end().catch(() => {});
      endStreams();
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
