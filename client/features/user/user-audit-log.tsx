import { useTranslation } from 'react-i18next';
import { EventLine } from '#client/features/audit-log/event-names.tsx';
import { useCan } from '#client/features/session/use-session.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { isolated } from '#client/i18n/format.ts';
import { withSearch } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { displayName, userPaths } from './entity.ts';
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
          <Link to={withSearch('/manager/audit-log', { actor: userId })} className={buttonClass()}>
            {t('auditLog.doneBy')}
          </Link>
        )
      }
    >
      <PagedList
        label={t('auditLog.title')}
        list={useList(
          UserAuditLogDocument,
          { id: userId, first: auditLogPageSize },
          ({ user }) => user?.auditEvents,
        )}
        lead="round"
        row={(event) => <Event key={event.id} event={event} />}
        empty={<p className="text-sm text-text-muted">{t('auditLog.none')}</p>}
        more="button"
      />
    </Section>
  );
}

function Event({ event }: { event: UserAuditEventFragment }) {
  const { t } = useTranslation('audit');
  const { actor, actorName, accessTokenName } = event;
  // The log keeps a deleted actor's name.
  const isOwn = event.actorId === event.subjectId;
  const name = isOwn ? '' : actor ? displayName(actor) : (actorName ?? '');
  return (
    <EventLine event={event}>
      {name && (
        <p className="text-text-muted">
          <RichText
            text={(values) => t('row.by', values)}
            values={{ actor: name }}
            parts={{
              actor: (words) =>
                actor ? (
                  <Link
                    to={userPaths.detail(actor.id)}
                    className="rounded-sm text-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    <bdi>{words}</bdi>
                  </Link>
                ) : (
                  <bdi>{words}</bdi>
                ),
            }}
          />
        </p>
      )}
      {accessTokenName && (
        <p className="text-text-muted">{t('row.byToken', { name: isolated(accessTokenName) })}</p>
      )}
    </EventLine>
  );
}
