/**
 * What others do while one looks: one stream of events per browser tab. A changed record comes along
 * and shows everywhere by itself; a new or deleted one makes the lists on screen ask again (cache.ts).
 */
import { useEffect } from 'react';
import { type Client, type Exchange, subscriptionExchange } from 'urql';
import { EventsDocument, type EventsSubscription } from './live.generated.ts';

type Events = EventsSubscription['events'];
type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

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
    const { unsubscribe } = client
      .subscription(EventsDocument, { withNode: true })
      .subscribe(({ data }) => {
        if (data?.events.__typename === 'SignedOut') onSignedOut(data.events.code);
      });
    return unsubscribe;
  }, [client, onSignedOut]);
}
