/**
 * What changed in the database, whoever changed it: triggers send NOTIFY, one connection per instance
 * listens, from the first subscriber on. It reconnects by itself; what happened in between is missed,
 * which subscribers make good by asking again when their stream reconnects.
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
const reconnectMilliseconds = 1_000;

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
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: listen, keepAlive: true });
    client = next;
    const retry = () => {
      if (client !== next || stopped) return;
      client = undefined;
      clearTimeout(timer);
      timer = setTimeout(connect, reconnectMilliseconds).unref();
    };
    next.on('error', (error) => {
      log.warn({ reason: error.message }, 'changes.lost');
      retry();
    });
    next.on('end', retry);
    next.on('notification', ({ payload }) => {
      if (payload) pubSub.publish('changes', JSON.parse(payload) as Change);
    });
    await next.connect().then(
      () => next.query(`LISTEN ${channel}`),
      () => retry(),
    );
  }

  return {
    /** The changes from now on, until the stream is returned or the product drains. */
    subscribe() {
      if (!client && !stopped) void connect();
      const stream = pubSub.subscribe('changes');
      const end = () => {
        streams.delete(end);
        void stream.return();
      };
      streams.add(end);
      return { stream, end };
    },
    /** Ends all streams and the connection. */
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      for (const end of [...streams]) end();
      void client?.end().catch(() => {});
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
