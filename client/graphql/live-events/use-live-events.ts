import { useEffect } from 'react';
import { type Client, type Exchange, subscriptionExchange } from 'urql';
import { loadPart } from '#client/lib/loading/code.ts';
import type { LiveEventSession, LiveHandlers, subscribe } from './live-events.ts';

type Subscribe = typeof subscribe;

/**
 * Sends urql's subscriptions as Server-Sent Events. Events before and between connections are lost, so each connection
 * checks the session, and refetches if queries on screen may be outdated.
 */
export function liveExchange(session: LiveEventSession): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query, variables, operationName }) => ({
      subscribe: (sink) => {
        const request = { query, variables, operationName } as Parameters<Subscribe>[0];
        const stop = import('./live-events.ts').then(({ subscribe }) =>
          subscribe(request, sink as Parameters<Subscribe>[1], session),
        );
        stop.catch((error: Error) => sink.error(error));
        return { unsubscribe: () => void stop.then((end) => end()).catch(() => {}) };
      },
    }),
  });
}

/** Subscribes to other users' changes while the page is open. `handlers` must be memoized. */
export function useLiveEvents(client: Client, handlers: LiveHandlers): void {
  useEffect(() => {
    const end = loadPart(() => import('./live-events.ts')).then(({ subscribeToEvents }) =>
      subscribeToEvents(client, handlers),
    );
    end.catch(() => {});
    return () => void end.then((stop) => stop()).catch(() => {});
  }, [client, handlers]);
}
