import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { EventLine } from '#client/features/audit-log/event-names.tsx';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { OwnAuditEventsDocument } from './account.generated.ts';

const shownEvents = 20;

/** The newest events of the viewer's account. */
export function OwnAuditLog() {
  const { t } = useTranslation('account');
  const [{ data, error }] = useQuery({
    query: OwnAuditEventsDocument,
    variables: { first: shownEvents },
    requestPolicy: 'cache-and-network',
  });
  const events = data?.viewer?.user.auditEvents?.nodes;
  return (
    <Section title={t('review.events')}>
      {error && !events ? (
        <Notice failure={apiErrorOf(error)} />
      ) : (
        <AuditEventList label={t('review.events')} events={events} />
      )}
    </Section>
  );
}

export type ListedEvent = { id: string; kind: string; detail: string | null; createdAt: string };

type AuditEventListProps = { label: string; events: readonly ListedEvent[] | undefined };

/** Skeletons while `events` is undefined. */
export function AuditEventList({ label, events }: AuditEventListProps) {
  return (
    <ul aria-label={label} aria-busy={!events} className={listClass}>
      {events?.map((event) => <EventLine key={event.id} event={event} />) ?? (
        <RowSkeletons count={3} lead="square" />
      )}
    </ul>
  );
}
