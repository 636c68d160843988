import { useEffect, useEffectEvent, useState } from 'react';
import { type Client, type Exchange, subscriptionExchange } from 'urql';
import type { LiveHandlers } from './live-events.ts';

/**
 * Sends urql's subscriptions as Server-Sent Events. Events before and between connections are lost, so each connection
 * calls `onConnect`, with whether queries on screen may be outdated.
 */
export function liveExchange(onConnect: (isOutdated: boolean) => void): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables, operationName }) => ({
      subscribe: (sink) => {
        const stop = import('./live-events.ts').then(({ subscribe }) =>
          subscribe(
            {
              query,
              variables: variables as Record<string, unknown>,
              ...(operationName ? { operationName } : {}),
            },
            sink as Parameters<typeof subscribe>[1],
            onConnect,
          ),
        );
        stop.catch((error: Error) => sink.error(error));
        return { unsubscribe: () => void stop.then((end) => end()).catch(() => {}) };
      },
    }),
  });
}

function useOnlineCount(onOnline: () => void): number {
  const [count, setCount] = useState(0);
  const callback = useEffectEvent(onOnline);
  useEffect(() => {
    const listener = () => {
      callback();
      setCount((before) => before + 1);
    };
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
  return count;
}

/** Subscribes to other users' changes while the page is open. `handlers` must be memoized. */
export function useLiveEvents(client: Client, handlers: LiveHandlers): void {
  // While offline, the browser missed more than the events can report.
  const onlineCount = useOnlineCount(handlers.onManyChanges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: online again, the code may load at last
  useEffect(() => {
    const end = import('./live-events.ts').then(({ subscribeToEvents }) =>
      subscribeToEvents(client, handlers),
    );
    end.catch(() => {});
    return () => void end.then((stop) => stop()).catch(() => {});
  }, [client, handlers, onlineCount]);
}
