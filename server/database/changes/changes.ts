/**
 * Database changes from all instances: triggers NOTIFY, and each instance LISTENs on one connection. Losing it ends all
 * subscriptions, because changes are missed until it is back.
 */
import type { RequestSlot } from '@atrium/fair-admission/request-slot';
import * as z from 'zod';
import { SafeClient } from '#server/database/connections/connection.ts';
import { DatabaseUnavailable } from '#server/database/fault.ts';
import { watchedTables } from '#server/database/tables.ts';
import type { Log } from '#server/log/log.ts';
import { type Change, changeKinds, createChangeBuffer } from './change-buffer.ts';

/** Payload of a trigger. `ids` is null if a statement changed too many records to list. */
const notification = z.object({
  table: z.string().refine((table) => watchedTables.has(table)),
  kind: z.enum(changeKinds),
  ids: z.array(z.string().max(64)).max(50).nullable(),
  /** Set when access tokens of these users changed. */
  accessTokens: z.literal(true).optional(),
  /** Organization of each record in `ids`, for tables that have one. */
  organizations: z.array(z.string().max(64).nullable()).max(50).nullish(),
});

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

type ChangesDeps = {
  listen: string;
  log: Log;
};

export function createChanges({ listen, log }: ChangesDeps) {
  const subscribers = new Set<Subscriber>();
  const batch = createChangeBuffer(batchRecords);
  let client: SafeClient | undefined;
  /** Settles once `client` is listening or has failed. */
  let connecting: Promise<void> = Promise.resolve();
  let isListening = false;
  let stopped = false;
  let batches = 0;

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
    batches += 1;
    for (const subscriber of [...subscribers]) {
      try {
        subscriber.onChanges(changes);
      } catch (error) {
        log.error({ err: error }, 'changes.subscriber_failed');
        drop(subscriber);
      }
    }
  }

  function receive(payload = ''): void {
    const parsed = parseNotification(payload);
    if (!parsed) {
      log.warn({ bytes: payload.length }, 'changes.malformed');
      return;
    }
    if (batch.isEmpty) setTimeout(deliver, batchMilliseconds);
    const { table, kind, ids, organizations, accessTokens } = parsed;
    if (!ids) batch.add({ table, id: null });
    const records = (ids ?? []).map((id, place) => ({
      table,
      kind,
      id,
      accessTokens,
      ...(organizations && { organizationId: organizations[place] ?? null }),
    }));
    for (const record of records) batch.add(record);
  }

  function connect(): void {
    const next = new SafeClient({
      connectionString: listen,
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
    /** Number of batches delivered. Data read since the last one is current. */
    get batches(): number {
      return batches;
    },
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
        subscriber.onEnd();
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

function parseNotification(payload: string) {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
