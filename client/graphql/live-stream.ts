import { createClient, type ExecutionResult, type RequestParams, type Sink } from 'graphql-sse';
import type { EventsSubscription } from './live.generated.ts';

/** Waits before the attempts to come back, in milliseconds; the last one is repeated. */
const retryMilliseconds = [500, 1_000, 2_000, 5_000, 10_000];

/** Each client waits a little shorter or longer, so that a restarted server does not meet all at once. */
function wait(attempt: number): Promise<void> {
  const milliseconds = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 0;
  return new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random())));
}

const stream = createClient({
  url: '/api/graphql',
  credentials: 'same-origin',
  retryAttempts: Number.POSITIVE_INFINITY,
  retry: wait,
});

type Result = ExecutionResult<EventsSubscription, unknown>;

/** Whether a stream is over because its session is. */
function isLast({ data, errors }: Result): boolean {
  const isRefused = errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  return data?.events.__typename === 'SignedOut' || Boolean(isRefused);
}

/**
 * Server-Sent Events that come back by themselves, also where the server ends the stream: it does when
 * it restarts, or when the client cannot keep up. `onReturn` is called once the stream is back.
 */
export function subscribe(
  request: RequestParams,
  sink: Sink<Result>,
  onReturn: () => void,
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
        },
        error: (error) => sink.error(error),
        complete() {
          if (isOver) sink.complete();
          else void wait(attempt++).then(() => isOver || open(true));
        },
      },
      { connected: (retried) => (again || retried) && onReturn() },
    );
  };
  open(false);
  return () => {
    isOver = true;
    stop();
  };
}
