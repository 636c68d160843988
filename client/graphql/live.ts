/**
 * What others do while one looks: one stream of events per browser tab. A changed record comes along
 * and shows everywhere by itself; a new or deleted one makes the lists on screen ask again (cache.ts).
 */
import { useEffect } from 'react';
import { type Client, type Exchange, subscriptionExchange } from 'urql';
import type { SignedOutCode } from './live-events.ts';

/**
 * Carries urql's subscriptions over Server-Sent Events. `onReturn` hears when a stream stands again
 * after a break: what happened in the meantime was told to nobody.
 */
export function liveExchange(onReturn: () => void): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables, operationName }) => ({
      subscribe: (sink) => {
        const stop = import('./live-stream.ts').then(({ stream }) =>
          stream.subscribe(
            {
              query,
              variables: variables as Record<string, unknown>,
              ...(operationName ? { operationName } : {}),
            },
            sink as Parameters<typeof stream.subscribe>[1],
            { connected: (again) => again && onReturn() },
          ),
        );
        // A browser that is offline asks again when it comes back to the page.
        stop.catch((error: Error) => sink.error(error));
        return { unsubscribe: () => void stop.then((end) => end()).catch(() => {}) };
      },
    }),
  });
}

/** Follows the events as long as the page stands; `onSignedOut` hears why the session ended. */
export function useLive(client: Client, onSignedOut: (code: SignedOutCode) => void): void {
  useEffect(() => {
    const end = import('./live-events.ts').then(({ follow }) => follow(client, onSignedOut));
    // Without a connection the page goes on as it is; the next one follows again.
    end.catch(() => {});
    return () => void end.then((stop) => stop()).catch(() => {});
  }, [client, onSignedOut]);
}
