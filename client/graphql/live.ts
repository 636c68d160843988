/**
 * What others do while one looks: one stream of events per browser tab. A changed record comes along
 * and shows everywhere by itself; a new or deleted one makes the lists on screen ask again (cache.ts).
 */
import { useEffect, useState } from 'react';
import { type Client, type Exchange, subscriptionExchange } from 'urql';
import type { LiveHandlers } from './live-events.ts';

/**
 * Carries urql's subscriptions over Server-Sent Events. `onReturn` hears when a stream stands again
 * after a break: what happened in the meantime was told to nobody.
 */
export function liveExchange(onReturn: () => void): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables, operationName }) => ({
      subscribe: (sink) => {
        const stop = import('./live-stream.ts').then(({ subscribe }) =>
          subscribe(
            {
              query,
              variables: variables as Record<string, unknown>,
              ...(operationName ? { operationName } : {}),
            },
            sink as Parameters<typeof subscribe>[1],
            onReturn,
          ),
        );
        stop.catch((error: Error) => sink.error(error));
        return { unsubscribe: () => void stop.then((end) => end()).catch(() => {}) };
      },
    }),
  });
}

/** Changes whenever the browser finds the network again. */
function useReturns(): number {
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    const note = () => setReturns((before) => before + 1);
    window.addEventListener('online', note);
    return () => window.removeEventListener('online', note);
  }, []);
  return returns;
}

/** Follows the events while the page is open. `handlers` must stay the same object between renders. */
export function useLiveEvents(client: Client, handlers: LiveHandlers): void {
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again
  useEffect(() => {
    const end = import('./live-events.ts').then(({ subscribeToEvents: follow }) =>
      follow(client, handlers),
    );
    end.catch(() => {});
    return () => void end.then((stop) => stop()).catch(() => {});
  }, [client, handlers, returns]);
}
