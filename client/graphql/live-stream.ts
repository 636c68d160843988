import { createClient } from 'graphql-sse';

/** Waits before the attempts to come back, in milliseconds; the last one is repeated. */
const retryMilliseconds = [500, 1_000, 2_000, 5_000, 10_000];

function wait(attempt: number): Promise<void> {
  const index = Math.min(attempt, retryMilliseconds.length - 1);
  return new Promise((resolve) => setTimeout(resolve, retryMilliseconds[index]));
}

/** Server-Sent Events that come back by themselves. Loaded when a page stands: it is in no hurry. */
export const stream = createClient({
  url: '/api/graphql',
  credentials: 'same-origin',
  retryAttempts: Number.POSITIVE_INFINITY,
  retry: wait,
});
