import type { Client } from 'urql';
import { EventsDocument, type EventsSubscription } from './live-events.generated.ts';

type Events = EventsSubscription['events'];

/** Why a session ended. */
export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  /** The session ended. */
  onSignedOut(code: SignedOutCode): void;
  /** The viewer's name, email, role or language changed. */
  onViewerChange(): void;
  /** More changed than the events report: refetch everything on screen. */
  onManyChanges(): void;
};

/** Subscribes to changes by others. Returns how to unsubscribe. */
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
