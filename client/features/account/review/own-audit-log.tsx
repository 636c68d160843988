import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { OwnAuditEventsDocument } from '#client/features/account/account.generated.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { AuditEventList } from './audit-event-list.tsx';

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
