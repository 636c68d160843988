import { useSyncExternalStore } from 'react';
import { missingParts } from '#client/lib/loading/code.ts';
import { createStore } from './store.ts';

/** Number of retries, and bounds of the exponential backoff in milliseconds. */
export const retryPolicy = { repeats: 3, firstWait: 1_000, longestWait: 30_000 };

/** True if a retry may succeed: there was no response, or the server is unavailable. */
export function isTransient(code: string): boolean {
  return code === 'NETWORK_ERROR' || code === 'SERVICE_UNAVAILABLE';
}

/** Requests that failed and will be retried. */
export const repeated = createStore<ReadonlySet<string | number>>(new Set());

/** Records that a request failed and will be retried; `false` means it has settled. */
export function setRepeating(request: string | number, isRepeating: boolean): void {
  const requests = new Set(repeated.get());
  if (requests.has(request) === isRepeating) return;
  if (isRepeating) requests.add(request);
  else requests.delete(request);
  repeated.set(requests);
}

/**
 * Runs an idempotent request, retrying per `retryPolicy`.
 *
 * @throws the error of the last attempt, or the first one that isn't transient
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

/** True while this page gets no live events and polls instead. */
export const lostLiveEvents = createStore(false);

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Returns null while the connection works and everything is loaded. */
export function useConnectionProblem(): 'offline' | 'retrying' | 'missing' | 'noLiveEvents' | null {
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  const isRepeating = repeated.use().size > 0;
  const isMissing = missingParts.use() > 0;
  const hasLostLiveEvents = lostLiveEvents.use();
  if (!isOnline) return 'offline';
  if (isRepeating) return 'retrying';
  if (isMissing) return 'missing';
  if (hasLostLiveEvents) return 'noLiveEvents';
  return null;
}
