import type { Client } from 'urql';
import { EventsDocument, type EventsSubscription } from './live-events.generated.ts';

type Events = EventsSubscription['events'];

/** Why a session ended. */
export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  /** The session ended. */
  onSignedOut(code: SignedOutCode): void;
  /** The viewer's name, email, role or language changed, or they joined or left an organization. */
  onViewerChange(): void;
  /** More changed than the events report: refetch everything on screen. */
  onManyChanges(): void;
  /** Something in an organization changed: refetch what shows one. */
  onOrganizationChange(): void;
};

/** Records that other records list, or that have no list of their own: their events carry no fields. */
export const organizationTypes: ReadonlySet<string> = new Set([
  'ORGANIZATION',
  'MEMBER',
  'TEAM',
  'INVITATION',
]);

/** Milliseconds between a change of an organization and its request, which covers later changes too. */
const gatherTime = 250;

/** Subscribes to changes by others. Returns how to unsubscribe. */
export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportOrganizations = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      handlers.onOrganizationChange();
    }, gatherTime);
  };
  const { unsubscribe } = client
    .subscription(EventsDocument, { withNode: true })
    .subscribe(({ data }) => {
      const event = data?.events;
      if (event?.__typename === 'SignedOut') handlers.onSignedOut(event.code);
      if (event?.__typename === 'ViewerChange') {
        handlers.onViewerChange();
        handlers.onManyChanges();
      }
      if (event?.__typename === 'RecordChange' && concernsOrganizations(event)) {
        reportOrganizations();
      }
      if (event?.__typename === 'ManyRecordsChange') handlers.onManyChanges();
    });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

type RecordChange = Extract<Events, { __typename: 'RecordChange' }>;

/** Whether an event may change what an organization's page shows. Updates of repositories are written already. */
function concernsOrganizations({ type, kind }: RecordChange): boolean {
  return organizationTypes.has(type) || (type === 'REPOSITORY' && kind !== 'UPDATED');
}
