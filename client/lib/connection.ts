import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Repeats after the first attempt, and the bounds of the doubling wait between them, in milliseconds. */
export const retryPolicy = { repeats: 3, firstWait: 1_000, longestWait: 30_000 };

/** Failures worth repeating: no answer at all, or a server that asks to come back. */
export function isTransient(code: string): boolean {
  return code === 'NETWORK_ERROR' || code === 'SERVICE_UNAVAILABLE';
}

/** The requests that failed and are about to be repeated, by a name of their own. */
const repeated = createStore<ReadonlySet<string | number>>(new Set());

/** Records that a request failed and will be repeated, or (`false`) that it is settled. */
export function setRepeating(request: string | number, isRepeating: boolean): void {
  const requests = new Set(repeated.get());
  if (requests.has(request) === isRepeating) return;
  if (isRepeating) requests.add(request);
  else requests.delete(request);
  repeated.set(requests);
}

/**
 * Runs a request that is safe to repeat, with the waits of `retryPolicy` between its attempts.
 *
 * @throws what the last attempt threw, or the first one that is not worth repeating
 */
export async function withRetries<Result>(
  name: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await attempt();
      } catch (error) {
        const { code } = error as { code?: string };
        if (repeats === retryPolicy.repeats || !code || !isTransient(code)) throw error;
        setRepeating(name, true);
        const wait = Math.min(retryPolicy.firstWait * 2 ** repeats, retryPolicy.longestWait);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  } finally {
    setRepeating(name, false);
  }
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** What to tell about the connection; null while everything works. */
export function useConnectionProblem(): 'offline' | 'retrying' | null {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isRepeating = repeated.use().size > 0;
  if (!isOnline) return 'offline';
  return isRepeating ? 'retrying' : null;
}
