/** What others do, as a subscription. Loaded when a page stands: it is in no hurry. */
import type { Client } from 'urql';
import { EventsDocument, type EventsSubscription } from './live.generated.ts';

type Events = EventsSubscription['events'];

/** Why a session is over. */
export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

/** Follows the events until the returned function is called; `onSignedOut` hears why the session ended. */
export function follow(client: Client, onSignedOut: (code: SignedOutCode) => void): () => void {
  const { unsubscribe } = client
    .subscription(EventsDocument, { withNode: true })
    .subscribe(({ data }) => {
      if (data?.events.__typename === 'SignedOut') onSignedOut(data.events.code);
    });
  return unsubscribe;
}
