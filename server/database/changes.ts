/**
 * Database changes from all instances: triggers NOTIFY, and each instance LISTENs on one connection. Losing it ends all
 * subscriptions, because changes are missed until it is back.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { RequestSlot } from '@atrium/fair-admission';
import * as z from 'zod';
import { watchedTables } from '#server/entities.ts';
import type { Log } from '#server/log/log.ts';
import { SafeClient } from './connection.ts';
import { DatabaseUnavailable } from './fault.ts';

const changeKinds = ['insert', 'update', 'delete'] as const;

export type RecordChange = {
  table: string;
  kind: (typeof changeKinds)[number];
  id: string;
  /**
   * The organization that owns the record, or the record's own ID if it is an organization. Null if none owns it,
   * undefined if the notification doesn't say.
   */
  organizationId?: string | null;
};

/** `id` is null when too many records of the table changed to report each. */
export type Change = RecordChange | { table: string; id: null };

/** Changes that wait, oldest first: one per record, or one per table, whose name is the key then. */
export type WaitingChanges = Map<string, Change>;

/** Adds a change. Beyond `limit`, the changes of its table become one. */
export function addChange(waiting: WaitingChanges, change: Change, limit: number): void {
  const { table, id } = change;
  if (waiting.has(table)) return;
  if (id === null || (waiting.size >= limit && !waiting.has(id))) {
    for (const [key, other] of waiting) if (other.table === table) waiting.delete(key);
    waiting.set(table, { table, id: null });
    return;
  }
  const before = waiting.get(id) as RecordChange | undefined;
  // An insert that hasn't been reported yet stays an insert after an update.
  if (before?.kind !== 'insert' || change.kind !== 'update') waiting.set(id, change);
}

/** Payload of a trigger. `ids` is null if a statement changed too many records to list. */
const notification = z.object({
  table: z.string().refine((table) => watchedTables.has(table)),
  kind: z.enum(changeKinds),
  ids: z.array(z.string().max(64)).max(50).nullable(),
  /** Organization of each record in `ids`, for tables that have one. */
  organizations: z.array(z.string().max(64).nullable()).max(50).nullish(),
});

function parseNotification(payload: string) {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** Receives changes in batches. `onEnd` is called once, when no more will follow. */
type Subscriber = { onChanges(changes: readonly Change[]): void; onEnd(): void };

const channel = 'changes';
/** A connection can drop without an error, so ping it at this interval. */
const heartbeatMilliseconds = 10_000;
const timeoutMilliseconds = 3_000;
/** The first stream waits for the connection, and clients get a 503 within 3 s. */
const connectMilliseconds = 2_000;
/** Collect changes this long so a large transaction calls each subscriber only a few times. */
const batchMilliseconds = 20;
/** Larger batches report tables instead of records. */
const batchRecords = 1_000;
/** Subscribers called in one turn of the event loop: many leave time for requests. */
export const subscribersPerTurn = 50;

type ChangesDeps = {
  listenUrl: string;
  log: Log;
};

export function createChanges({ listenUrl, log }: ChangesDeps) {
  const subscribers = new Set<Subscriber>();
  const batch: WaitingChanges = new Map();
  let client: SafeClient | undefined;
  /** Settles once `client` is listening or has failed. */
  let connecting: Promise<void> = Promise.resolve();
  let isListening = false;
  let isDelivering = false;
  let stopped = false;

  function end(subscriber: Subscriber): void {
    if (subscribers.delete(subscriber)) subscriber.onEnd();
  }

  function endAll(): void {
    batch.clear();
    for (const subscriber of [...subscribers]) end(subscriber);
  }

  /** Merges changes that arrive while subscribers are called. */
  async function deliver(): Promise<void> {
    isDelivering = true;
    while (batch.size > 0) {
      await pause(batchMilliseconds);
      const changes = [...batch.values()];
      batch.clear();
      for (const [index, subscriber] of [...subscribers].entries()) {
        if (index % subscribersPerTurn === subscribersPerTurn - 1) await nextTurn();
        try {
          if (subscribers.has(subscriber)) subscriber.onChanges(changes);
        } catch (error) {
          log.error({ err: error }, 'changes.subscriber_failed');
          end(subscriber);
        }
      }
    }
    isDelivering = false;
  }

  function receive(payload = ''): void {
    const parsed = parseNotification(payload);
    if (!parsed) {
      log.warn({ bytes: payload.length }, 'changes.malformed');
      return;
    }
    const { table, kind, ids, organizations } = parsed;
    if (!ids) addChange(batch, { table, id: null }, batchRecords);
    const records = (ids ?? []).map((id, place) => ({
      table,
      kind,
      id,
      ...(organizations && { organizationId: organizations[place] ?? null }),
    }));
    for (const record of records) addChange(batch, record, batchRecords);
    if (!isDelivering) void deliver();
  }

  function connect(): void {
    const next = new SafeClient({
      connectionString: listenUrl,
      connectionTimeoutMillis: connectMilliseconds,
      query_timeout: timeoutMilliseconds,
    });
    client = next;
    const lose = (error?: Error) => {
      if (client !== next) return;
      client = undefined;
      isListening = false;
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
    connecting = next
      .connect()
      .then(() => next.query(`LISTEN ${channel}`))
      .then(() => {
        if (client === next) isListening = true;
      });
    connecting.catch(lose);
  }

  return {
    /**
     * Connects if necessary. Subscriptions created afterwards miss no changes.
     *
     * @throws {DatabaseUnavailable} if the database does not answer
     */
    async listen(slot?: RequestSlot): Promise<void> {
      if (stopped || isListening) return;
      if (!client) connect();
      const wait = () => connecting;
      try {
        // Release the request's slot so waiting streams don't block other requests.
        await (slot?.releaseDuring(wait) ?? wait());
      } catch (error) {
        throw new DatabaseUnavailable('unreachable', error);
      }
    },
    /**
     * Subscribes until the returned function is called, the connection is lost or `stop` is called. Subscribers are
     * called first come, first served.
     */
    subscribe(subscriber: Subscriber): () => void {
      if (stopped) {
        queueMicrotask(() => subscriber.onEnd());
        return () => {};
      }
      if (!client) connect();
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    stop(): void {
      stopped = true;
      void client?.end().catch(() => {});
      endAll();
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
