import { createClient, type ExecutionResult, type RequestParams, type Sink } from 'graphql-sse';
import { mayMissLiveEvents } from '#client/lib/prefetched-queries.ts';
import type { EventsSubscription } from './live-events.generated.ts';

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
