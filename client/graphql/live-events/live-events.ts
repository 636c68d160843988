import { createClient, type ExecutionResult, type RequestParams, type Sink } from 'graphql-sse';
import type { Client } from 'urql';
import { organizationTypes } from '#client/graphql/selected-types.ts';
import { mayMissLiveEvents } from '#client/lib/prefetched-queries.ts';
import { nameOfEnum } from '#shared/enum-name.ts';
import { EventsDocument, type EventsSubscription } from './live-events.generated.ts';

type Events = EventsSubscription['events'];

export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  onSignedOut(code: SignedOutCode): void;
  onViewerChange(): void;
  /** More changed than the events report: refetch everything on screen. */
  onManyChanges(): void;
  /** Something in an organization changed: refetch what shows one. */
  onOrganizationChange(): void;
  /** A user or one of their access tokens changed. */
  onAccessTokenChange(): void;
};

/** From a change to the request that also covers later changes. */
const gatherTimeMs = 250;

/** Throttles: calls `report` a while after the first of several changes. */
function gather(report: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        report();
      }, gatherTimeMs);
    },
    stop: () => clearTimeout(timer),
  };
}

export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  const organizations = gather(handlers.onOrganizationChange);
  const users = gather(handlers.onAccessTokenChange);
  const { unsubscribe } = client
    .subscription(EventsDocument, { withNode: true })
    .subscribe(({ data }) => {
      const event = data?.events;
      if (event?.__typename === 'SignedOut') handlers.onSignedOut(event.code);
      if (event?.__typename === 'ViewerChange') {
        handlers.onViewerChange();
        handlers.onManyChanges();
      }
      if (event?.__typename === 'RecordChange') {
        if (concernsOrganizations(event)) organizations.changed();
        if (event.type === 'USER' && event.kind === 'UPDATED') users.changed();
      }
      if (event?.__typename === 'ManyRecordsChange') handlers.onManyChanges();
    });
  return () => {
    organizations.stop();
    users.stop();
    unsubscribe();
  };
}

type RecordChange = Extract<Events, { __typename: 'RecordChange' }>;

/** True if the event may change an organization's page. Repository updates are already in the cache. */
function concernsOrganizations({ type, kind }: RecordChange): boolean {
  const isOfOrganization = nameOfEnum(type, organizationTypes) !== undefined;
  return isOfOrganization || (type === 'REPOSITORY' && kind !== 'UPDATED');
}

/** The last value repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000];

/** Adds ±50 % jitter, so that clients don't all reconnect to a restarted server simultaneously. */
function wait(attempt: number): Promise<void> {
  const delay = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
  return new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())));
}

const stream = createClient({
  url: '/api/graphql',
  credentials: 'same-origin',
  retryAttempts: Number.POSITIVE_INFINITY,
  retry: wait,
});

type Result = ExecutionResult<EventsSubscription, unknown>;

/** True if the session has ended, and with it the stream. */
function isLast({ data, errors }: Result): boolean {
  const isRejected = errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  return data?.events.__typename === 'SignedOut' || Boolean(isRejected);
}

/** Subscribes over Server-Sent Events and reconnects until the session ends. Calls `onConnect` each time. */
export function subscribe(
  request: RequestParams,
  sink: Sink<Result>,
  onConnect: (isOutdated: boolean) => void,
): () => void {
  let attempt = 0;
  let isOver = false;
  let stop = () => {};
  const open = (again: boolean) => {
    stop = stream.subscribe<EventsSubscription>(
      request,
      {
        next(result) {
          attempt = 0;
          isOver ||= isLast(result);
          sink.next(result);
          if (isOver) stop();
        },
        error: (error) => sink.error(error),
        complete() {
          if (isOver) sink.complete();
          else void wait(attempt++).then(() => isOver || open(true));
        },
      },
      {
        connected(retried) {
          onConnect(again || retried || mayMissLiveEvents());
        },
      },
    );
  };
  open(false);
  return () => {
    isOver = true;
    stop();
  };
}
