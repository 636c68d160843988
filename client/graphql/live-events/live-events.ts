import type { Client } from 'urql';
import { organizationTypes } from '#client/graphql/selected-types.ts';
import { nameOfEnum } from '#shared/enum-name.ts';
import { EventsDocument, type EventsSubscription } from './live-events.generated.ts';

type Events = EventsSubscription['events'];

export type SignedOutCode = Extract<Events, { __typename: 'SignedOut' }>['code'];

export type LiveHandlers = {
  onSignedOut(code: SignedOutCode): void;
  onViewerChange(): void;
  /** More changed than the events report: refetch everything on screen. */
  onManyChanges(): void;
  /** Something in an organization changed: refetch what shows one. */
  onOrganizationChange(): void;
  /** A user or one of their access tokens changed. */
  onAccessTokenChange(): void;
};

/** From a change to the request that also covers later changes. */
const gatherTimeMs = 250;

/** Throttles: calls `report` a while after the first of several changes. */
function gather(report: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        report();
      }, gatherTimeMs);
    },
    stop: () => clearTimeout(timer),
  };
}

export function subscribeToEvents(client: Client, handlers: LiveHandlers): () => void {
  const organizations = gather(handlers.onOrganizationChange);
  const users = gather(handlers.onAccessTokenChange);
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

/** True if the event may change an organization's page. Repository updates are already in the cache. */
function concernsOrganizations({ type, kind }: RecordChange): boolean {
  const isOfOrganization = nameOfEnum(type, organizationTypes) !== undefined;
  return isOfOrganization || (type === 'REPOSITORY' && kind !== 'UPDATED');
}
