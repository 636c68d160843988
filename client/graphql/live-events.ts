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
  /** A user changed, or a token of theirs: refetch lists of tokens. */
  onUserChange(): void;
};

/** Records that other records list, or that have no list of their own: their events carry no fields. */
export const organizationTypes: ReadonlySet<string> = new Set([
  'ORGANIZATION',
  'MEMBER',
  'TEAM',
  'INVITATION',
]);

/** Milliseconds between a change and the request that covers later changes too. */
const gatherTime = 250;

/** Calls `report` some time after the first of several changes. */
function gather(report: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        report();
      }, gatherTime);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Subscribes to changes by others. Returns how to unsubscribe. */
export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  const organizations = gather(handlers.onOrganizationChange);
  const users = gather(handlers.onUserChange);
  const { unsubscribe } = client
    .subscription(EventsDocument, { withNode: true })
    .subscribe(({ data }) => {
      const event = data?.events;
      if (event?.__typename === 'SignedOut') handlers.onSignedOut(event.code);
      if (event?.__typename === 'ViewerChange') {
        handlers.onViewerChange();
        handlers.onManyChanges();
      }
      if (event?.__typename === 'RecordChange') {
        if (concernsOrganizations(event)) organizations.changed();
        if (event.type === 'USER' && event.kind === 'UPDATED') users.changed();
      }
      if (event?.__typename === 'ManyRecordsChange') handlers.onManyChanges();
    });
  return () => {
    organizations.stop();
    users.stop();
    unsubscribe();
  };
}

type RecordChange = Extract<Events, { __typename: 'RecordChange' }>;

/** Whether an event may change what an organization's page shows. Updates of repositories are written already. */
function concernsOrganizations({ type, kind }: RecordChange): boolean {
  return organizationTypes.has(type) || (type === 'REPOSITORY' && kind !== 'UPDATED');
}
