/**
 * What changed in the database, whoever changed it: triggers send NOTIFY, one connection per instance
 * listens, from the first subscriber on. When it is lost, the streams end: changes are missed until it
 * is back, so subscribers must ask again.
 */
import { Client } from 'pg';
import * as z from 'zod';
import type { Log } from '#server/log/log.ts';
import { type Change, changeKinds, createChangeBuffer, watchedTables } from './change-buffer.ts';

/** What the triggers send; `ids` is null where one statement changed many records. */
const notification = z.object({
  table: z.enum(watchedTables),
  kind: z.enum(changeKinds),
  ids: z.array(z.string().max(64)).max(50).nullable(),
});

/** Hears of changes, several at a time, and when no more will come. */
type Subscriber = { onChanges(changes: readonly Change[]): void; onEnd(): void };

const channel = 'changes';
/** How often the connection is tried out: a network may swallow it without a word. */
const heartbeatMilliseconds = 10_000;
const timeoutMilliseconds = 3_000;
/** Changes are collected for so long, so that a large transaction wakes each subscriber a few times only. */
const batchMilliseconds = 20;
/** Records that a batch tells one by one. */
const batchRecords = 1_000;

type ChangesDeps = {
  /** The URL of the database. */
  listen: string;
  log: Log;
};

/** The changes of the database at a URL. */
export function createChanges({ listen, log }: ChangesDeps) {
  const subscribers = new Set<Subscriber>();
  const batch = createChangeBuffer(batchRecords);
  let client: Client | undefined;
  let stopped = false;

  function drop(subscriber: Subscriber): void {
    subscribers.delete(subscriber);
    try {
      subscriber.onEnd();
    } catch (error) {
      log.error({ err: error }, 'changes.subscriber_failed');
    }
  }

  function endAll(): void {
    batch.clear();
    for (const subscriber of [...subscribers]) drop(subscriber);
  }

  function deliver(): void {
    const changes: Change[] = [];
    for (let next = batch.shift(); next; next = batch.shift()) changes.push(next);
    if (!changes.length) return;
    for (const subscriber of [...subscribers]) {
      try {
        subscriber.onChanges(changes);
      } catch (error) {
        // One that fails ends, and does not keep the others from hearing.
        log.error({ err: error }, 'changes.subscriber_failed');
        drop(subscriber);
      }
    }
  }

  function receive(payload = ''): void {
    const told = parseNotification(payload);
    if (!told) {
      log.warn({ bytes: payload.length }, 'changes.malformed');
      return;
    }
    if (batch.isEmpty) setTimeout(deliver, batchMilliseconds);
    const { table, kind, ids } = told;
    if (ids) for (const id of ids) batch.add({ table, kind, id });
    else batch.add({ table, id: null });
  }

  function connect(): void {
    const next = new Client({
      connectionString: listen,
      connectionTimeoutMillis: timeoutMilliseconds,
      query_timeout: timeoutMilliseconds,
    });
    client = next;
    const lose = (error?: Error) => {
      if (client !== next) return;
      client = undefined;
      clearInterval(heartbeat);
      if (error) log.warn({ reason: error.message }, 'changes.lost');
      next.end().catch(() => {});
      endAll();
    };
    const heartbeat = setInterval(
      () => void next.query('SELECT 1').catch(lose),
      heartbeatMilliseconds,
    ).unref();
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ payload }) => receive(payload));
    next
      .connect()
      .then(() => next.query(`LISTEN ${channel}`))
      .catch(lose);
  }

  return {
    /**
     * Tells the changes from now on until the returned function is called, the connection is lost or
     * `stop` is called. Subscribers hear in the order in which they subscribed.
     */
    subscribe(subscriber: Subscriber): () => void {
      if (stopped) {
        subscriber.onEnd();
        return () => {};
      }
      if (!client) connect();
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    /** Ends all subscriptions and the connection. */
    stop(): void {
      stopped = true;
      void client?.end().catch(() => {});
      endAll();
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;

function parseNotification(payload: string) {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
