import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
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
  const { t } = useTranslation('audit');
  return (
    <ul aria-label={label} aria-busy={!events} className={listClass}>
      {events?.map(({ id, kind, detail, createdAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm"
        >
          <div className="min-w-0">
            {t(`kind.${kind}`, { defaultValue: kind })}
            {detail && (
              <div dir="auto" className="text-match-parent wrap-anywhere text-text-muted">
                {detail}
              </div>
            )}
          </div>
          <span className="text-text-muted">
            <RelativeTime value={createdAt} focusable />
          </span>
        </li>
      )) ?? <RowSkeletons count={3} lead="square" />}
    </ul>
  );
}
