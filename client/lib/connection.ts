import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Number of retries, and bounds of the exponential backoff in milliseconds. */
export const retryPolicy = { repeats: 3, firstWait: 1_000, longestWait: 30_000 };

/** Whether a retry may succeed: there was no response, or the server is unavailable. */
export function isTransient(code: string): boolean {
  return code === 'NETWORK_ERROR' || code === 'SERVICE_UNAVAILABLE';
}

/** Failed requests that will be retried. */
const repeated = createStore<ReadonlySet<string | number>>(new Set());

/** Records that a request failed and will be retried, or with `false` that it has settled. */
export function setRepeating(request: string | number, isRepeating: boolean): void {
  const requests = new Set(repeated.get());
  if (requests.has(request) === isRepeating) return;
  if (isRepeating) requests.add(request);
  else requests.delete(request);
  repeated.set(requests);
}

/**
 * Runs an idempotent request, retrying as `retryPolicy` says.
 *
 * @throws the error of the last attempt, or the first one that is not transient
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

/** Returns null while the connection works. */
export function useConnectionProblem(): 'offline' | 'retrying' | null {
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  const isRepeating = repeated.use().size > 0;
  if (!isOnline) return 'offline';
  return isRepeating ? 'retrying' : null;
}
