import { useTranslation } from 'react-i18next';
import { Actor, doneBy, EventLine } from '#client/features/audit-log/event-names.tsx';
import { useCan } from '#client/features/session/use-session.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { isolated } from '#client/i18n/format.ts';
import { withSearch } from '#client/paths.ts';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { MoreLink } from '#client/ui/list/recent-list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { type UserAuditEventFragment, UserAuditLogDocument } from './user-audit-log.generated.ts';

export const auditLogPageSize = 10;

export function UserAuditLog({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  const canReadLog = useCan('audit-log:read');
  return (
    <Section
      title={t('auditLog.title')}
      action={
        canReadLog && (
          <MoreLink
            to={withSearch('/manager/audit-log', { actor: userId })}
            label={t('auditLog.doneBy')}
          />
        )
      }
    >
      <PagedList
        label={t('auditLog.title')}
        list={useUserAuditLog(userId)}
        lead="round"
        row={(event) => <Event key={event.id} event={event} />}
        empty={<p className="vacant text-sm text-text-muted">{t('auditLog.none')}</p>}
        more="button"
      />
    </Section>
  );
}

function useUserAuditLog(id: string) {
  const conditions = { id, first: auditLogPageSize };
  return useList(UserAuditLogDocument, conditions, ({ user }) => user?.auditEvents);
}

/** Who banned the user, if that is among their newest events, which the page loads anyway. */
export function AuditedBan({ userId }: { userId: string }) {
  const { connection } = useUserAuditLog(userId);
  const event = connection?.nodes.find(({ kind }) => kind === 'BANNED');
  return event && <By event={event} />;
}

function Event({ event }: { event: UserAuditEventFragment }) {
  const { t } = useTranslation('audit');
  const { accessTokenName } = event;
  return (
    <EventLine event={event}>
      <p className="text-text-muted empty:hidden">
        <By event={event} />
      </p>
      {accessTokenName && (
        <p className="text-text-muted">{t('row.byToken', { name: isolated(accessTokenName) })}</p>
      )}
    </EventLine>
  );
}

function By({ event }: { event: UserAuditEventFragment }) {
  const { t } = useTranslation('audit');
  const { name } = doneBy(event);
  if (!name || event.actorId === event.subjectId) return null;
  return (
    <RichText
      text={(values) => t('row.by', values)}
      values={{ actor: name }}
      parts={{ actor: () => <Actor key="actor" event={event} className="underline" /> }}
    />
  );
}
