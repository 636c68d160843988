import { createClient, type ExecutionResult, type RequestParams, type Sink } from 'graphql-sse';
import type { Client } from 'urql';
import { mayShowLiveEvents } from '#client/features/session/session.ts';
import { entities } from '#client/generated/entities.ts';
import { organizationTypes, type RecordType } from '#client/graphql/selected-types.ts';
import { lostLiveEvents } from '#client/lib/connection.ts';
import { mayMissLiveEvents } from '#client/lib/prefetched-queries.ts';
import { enumName, nameOfEnum } from '#shared/enum-name.ts';
import { EventsDocument, type EventsSubscription } from './live-events.generated.ts';
import { deferRecord } from './new-records.ts';
import { joinTabs } from './tabs.ts';

/** Shortest time between two reports, and a random delay of each: a change is told to many pages. */
const pauseMs = 2_000;
const jitterMs = 2_000;

/** Reports what was added, all together, and to a hidden page once it is shown. */
function gather<Value>(report: (values: readonly Value[]) => void) {
  const values = new Set<Value>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function send() {
    timer = undefined;
    if (document.hidden) return;
    reportedAt = performance.now();
    report([...values]);
    values.clear();
  }

  function schedule() {
    if (values.size === 0) return;
    const pause = Math.max(0, reportedAt + pauseMs - performance.now());
    timer ??= setTimeout(send, pause + Math.random() * jitterMs);
  }

  document.addEventListener('visibilitychange', schedule);
  return {
    add(added: readonly Value[]) {
      for (const value of added) values.add(value);
      schedule();
    },
    stop() {
      clearTimeout(timer);
      values.clear();
      document.removeEventListener('visibilitychange', schedule);
    },
  };
}

type Events = EventsSubscription['events'];

export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  onSignedOut(code: SignedOutCode): void;
  onViewerChange(): void;
  /** Asks again for what is on screen. */
  refetch(): void;
  /** Asks again for what shows one of these types. */
  refetchTypes(types: readonly RecordType[]): void;
};

export type LiveEventSession = {
  id: string;
  /** Reads the session again. Returns whether that worked. */
  check(): Promise<boolean>;
  refetch(): void;
};

export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  const changes = gather(handlers.refetchTypes);
  const { unsubscribe } = client.subscription(EventsDocument, {}).subscribe(({ data }) => {
    const event = data?.events;
    if (event?.__typename === 'SignedOut') handlers.onSignedOut(event.code);
    if (event?.__typename === 'ViewerChange') {
      handlers.onViewerChange();
      handlers.refetch();
    }
    if (event?.__typename === 'ManyRecordsChange') changes.add(shownWith(event.type));
    if (event?.__typename === 'RecordChange' && !isDeferred(event)) {
      changes.add(shownWith(event.type, event.kind));
    }
  });
  return () => {
    changes.stop();
    unsubscribe();
  };
}

type RecordChange = Extract<Events, { __typename: 'RecordChange' }>;

const entityOf = (type: RecordChange['type']) =>
  entities.find((entity) => enumName(entity.type) === type);

function isDeferred({ kind, type, recordId }: RecordChange): boolean {
  const entity = entityOf(type);
  return kind === 'CREATED' && entity !== undefined && deferRecord(entity.list, recordId);
}

/** Types whose values on screen a change may concern. Access tokens have no events of their own but their owner's. */
function shownWith(type: RecordChange['type'], kind?: RecordChange['kind']): readonly RecordType[] {
  if (type === 'USER') return ['User', 'AccessToken'];
  // Organizations count their repositories.
  if (type === 'REPOSITORY')
    return kind === 'UPDATED' ? ['Repository'] : ['Repository', ...organizationTypes];
  if (nameOfEnum(type, organizationTypes)) return organizationTypes;
  const entity = entityOf(type);
  return entity ? [entity.type] : [];
}

/** The last value repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000];

/** Adds ±50 % jitter, so that clients don't all reconnect to a restarted server simultaneously. */
function wait(attempt: number): Promise<void> {
  const delay = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
  return new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())));
}

type Result = ExecutionResult<EventsSubscription, unknown>;

/** True if the session has ended, and with it the stream. */
function isLast({ data, errors }: Result): boolean {
  const isRejected = errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  return data?.events.__typename === 'SignedOut' || Boolean(isRejected);
}

type Message = 'connected' | 'lost' | { result: Result };
type Send = (message: Message) => void;

/** Also tells how often pages refetch. The text `connection.noLiveEvents` names it. */
const reportLossEveryMs = 30_000;
const leaveHiddenAfterMs = 10_000;

function repeat(report: () => void, signal: AbortSignal) {
  const timer = setInterval(report, reportLossEveryMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Keeps a stream open until aborted. Repeats `lost` while it can't. */
async function keepStream(request: RequestParams, send: Send, signal: AbortSignal) {
  const stream = createClient({ url: '/api/graphql', retryAttempts: 0 });
  signal.addEventListener('abort', stream.dispose);
  let isConnected = false;
  repeat(() => isConnected || send('lost'), signal);
  const connected = () => {
    isConnected = true;
    send('connected');
  };
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      for await (const result of stream.iterate<EventsSubscription>(request, { connected })) {
        attempt = 0;
        send({ result });
      }
    } catch {
      // Whatever the reason, only another attempt helps.
    }
    isConnected = false;
    await wait(attempt);
  }
}

/**
 * Subscribes until the session ends, over a stream that all tabs of a browser share: over HTTP/1.1, browsers open at
 * most six connections to a server. A hidden tab leaves, and refetches when it is shown again.
 */
export function subscribe(
  request: RequestParams,
  sink: Sink<Result>,
  session: LiveEventSession,
): () => void {
  const over = new AbortController();
  let joined: AbortController | undefined;
  let isOutdated = document.hidden;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  async function setLive(isLive: boolean) {
    const isMissed = mayMissLiveEvents() || isOutdated || !isLive;
    isOutdated = true;
    lostLiveEvents.set(!isLive);
    const isReachable = (await session.check()) || isLive;
    if (isMissed && isReachable && (await mayShowLiveEvents(session.id))) session.refetch();
  }

  async function onMessage(message: Message) {
    if (typeof message === 'string') return setLive(message === 'connected');
    if (isLast(message.result)) {
      over.abort();
      sink.next(message.result);
      sink.complete();
    } else if ((await mayShowLiveEvents(session.id)) && !over.signal.aborted) {
      sink.next(message.result);
    }
  }

  function join() {
    joined = new AbortController();
    const { signal } = joined;
    const lead = (send: Send) => void keepStream(request, send, signal);
    const tab = { lead, onFollow: () => void setLive(true), onMessage };
    joinTabs(`${session.id} ${request.query}`, tab, signal).catch(() => {
      if (!signal.aborted) repeat(() => void setLive(false), signal);
    });
  }

  function onVisibility() {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(leave, leaveHiddenAfterMs);
    else if (!joined) join();
  }

  function leave() {
    clearTimeout(hiding);
    joined?.abort();
    joined = undefined;
    isOutdated = true;
    lostLiveEvents.set(false);
  }

  document.addEventListener('visibilitychange', onVisibility, over);
  const rejoin = () => {
    leave();
    onVisibility();
  };
  window.addEventListener('online', rejoin, over);
  over.signal.addEventListener('abort', leave);
  onVisibility();
  return () => over.abort();
}
