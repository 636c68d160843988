import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { OwnAuditEventsDocument } from '#client/features/account/account.generated.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';

const shownEvents = 20;

/** The newest events of the viewer's account. */
export default function OwnAuditLog() {
  const { t } = useTranslation(['account', 'audit']);
  const [{ data, error }] = useQuery({
    query: OwnAuditEventsDocument,
    variables: { first: shownEvents },
    requestPolicy: 'cache-and-network',
  });
  const events = data?.viewer?.user.auditEvents?.nodes;
  return (
    <Section title={t('account:review.events')}>
      {error && !events ? (
        <Notice failure={apiErrorOf(error)} />
      ) : (
        <ul aria-label={t('account:review.events')} aria-busy={!events} className={listClass}>
          {events?.map(({ id, kind, detail, createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm"
            >
              <div className="min-w-0">
                {t(`audit:kind.${kind}`, { defaultValue: kind })}
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
      )}
    </Section>
  );
}
