/** What others do, as a subscription. Loaded when a page stands: it is in no hurry. */
import type { Client } from 'urql';
import { EventsDocument, type EventsSubscription } from './live.generated.ts';

type Events = EventsSubscription['events'];

/** Why a session is over. */
export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  /** The session has ended. */
  onSignedOut(code: SignedOutCode): void;
  /** The viewer's name, email, role or language has changed. */
  onViewerChange(): void;
  /** More has changed than events tell: ask for what is shown again. */
  onManyChanges(): void;
};

/** Follows the events until the returned function is called. */
export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  const { unsubscribe } = client
    .subscription(EventsDocument, { withNode: true })
    .subscribe(({ data }) => {
      const event = data?.events;
      if (event?.__typename === 'SignedOut') handlers.onSignedOut(event.code);
      if (event?.__typename === 'ViewerChange') handlers.onViewerChange();
      if (event?.__typename === 'ManyRecordsChange') handlers.onManyChanges();
    });
  return unsubscribe;
}
