import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { listPage, loadedPage, PagedList } from '#client/graphql/paged-list.tsx';
import { formatList, isolated } from '#client/i18n/format.ts';
import { withSearch } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { isLanguage, languages } from '#shared/languages.ts';
import { parseRoles } from '#shared/permissions.ts';
import { displayName, userPaths } from './entity.ts';
import {
  type UserAuditEventFragment,
  UserAuditLogDocument,
  type UserAuditLogPageFragment,
} from './user-audit-log.generated.ts';
import { apiRole } from './user-row.tsx';

export const auditLogPageSize = 10;

function useAuditLogPage(userId: string, after: string) {
  const variables = { id: userId, first: auditLogPageSize, after };
  return listPage(
    useQuery({ query: UserAuditLogDocument, variables }),
    (data) => data.user?.auditEvents && unmask(data.user.auditEvents),
  );
}

type UserAuditLogProps = {
  user: { id: string; isServiceAccount: boolean };
  events: Masked<UserAuditLogPageFragment>;
  refresh: () => void;
};

export function UserAuditLog({ user, events, refresh }: UserAuditLogProps) {
  const { t } = useTranslation('user');
  const canReadLog = useCan('audit-log:read');
  return (
    <Section
      title={t('auditLog.title')}
      action={
        canReadLog && (
          <Link to={withSearch('/manager/audit-log', { actor: user.id })} className={buttonClass()}>
            {t('auditLog.doneBy')}
          </Link>
        )
      }
    >
      <PagedList
        label={t('auditLog.title')}
        first={loadedPage(unmask(events), refresh)}
        filter={user.id}
        usePage={useAuditLogPage}
        lead="round"
        row={(event) => (
          <Event key={event.id} event={event} isServiceAccount={user.isServiceAccount} />
        )}
        empty={<p className="text-sm text-text-muted">{t('auditLog.none')}</p>}
        more="button"
      />
    </Section>
  );
}

/** Kinds whose text quotes the detail. */
const quotedDetails: ReadonlySet<UserAuditEventFragment['kind']> = new Set([
  'NAME_CHANGED',
  'EMAIL_CHANGED',
  'ACCESS_TOKEN_CREATED',
  'ACCESS_TOKEN_UPDATED',
  'ACCESS_TOKEN_ROTATED',
  'ACCESS_TOKEN_REVOKED',
  'PROVIDER_LINKED',
  'PROVIDER_UNLINKED',
  'PASSKEY_ADDED',
  'PASSKEY_RENAMED',
  'PASSKEY_REMOVED',
  'SIGNED_IN',
]);

function useDetail({ kind, detail }: UserAuditEventFragment): {
  inline: string;
  below: string | null;
} {
  const { t } = useTranslation('user');
  if (kind === 'ROLE_CHANGED') {
    const roles = parseRoles(detail).map((role) => t(`role.${apiRole(role)}`));
    return { inline: formatList(roles) || (detail ?? ''), below: null };
  }
  if (kind === 'LANGUAGE_CHANGED' && isLanguage(detail)) {
    return { inline: '', below: languages[detail].name };
  }
  return quotedDetails.has(kind)
    ? { inline: detail ?? '', below: null }
    : { inline: '', below: detail };
}

type Told = { inline: string; isServiceAccount: boolean };

/** Kinds that are sometimes told with another sentence. */
const special: Partial<Record<UserAuditEventFragment['kind'], (event: Told) => string | false>> = {
  // A first name replaces none.
  NAME_CHANGED: ({ inline }) => !inline && 'NAME_GIVEN',
  // Service accounts are created rather than invited.
  INVITED: ({ isServiceAccount }) => isServiceAccount && 'CREATED',
  SIGNED_IN: ({ inline }) => inline && 'SIGNED_IN_WITH_PASSKEY',
};

type EventProps = { event: Masked<UserAuditEventFragment>; isServiceAccount: boolean };

function Event({ event: masked, isServiceAccount }: EventProps) {
  const event = unmask(masked);
  const { t } = useTranslation('user');
  const { kind, actor, actorName, accessTokenName, createdAt } = event;
  const { inline, below } = useDetail(event);
  // The log keeps a deleted actor's name.
  const isOwn = event.actorId === event.subjectId;
  const name = isOwn ? '' : actor ? displayName(actor) : (actorName ?? '');
  const told = special[kind]?.({ inline, isServiceAccount }) || kind;
  // The log of an account has no events of records such as repositories.
  const key = `auditLog.${told}.${name ? 'by' : 'own'}` as 'auditLog.CREATED.by';
  // Some sentences about service accounts differ.
  const keys = isServiceAccount ? [`serviceAccount.${key}` as const, key] : key;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm">
      <div className="min-w-0">
        <p>
          <RichText
            text={(values) => t(keys, { ...values, defaultValue: kind })}
            values={{ actor: name, detail: inline }}
            parts={{
              actor: (words) =>
                actor ? (
                  <Link
                    to={userPaths.detail(actor.id)}
                    className="rounded-sm font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    <bdi>{words}</bdi>
                  </Link>
                ) : (
                  <bdi className="font-medium">{words}</bdi>
                ),
              detail: (words) => <bdi className="font-medium">{words}</bdi>,
            }}
          />
        </p>
        {accessTokenName && (
          <p className="text-text-muted">
            {t('auditLog.byToken', { name: isolated(accessTokenName) })}
          </p>
        )}
        {below && (
          <p
            dir="auto"
            className="max-w-[72ch] text-match-parent whitespace-pre-line text-text-muted"
          >
            {below}
          </p>
        )}
      </div>
      <span className="text-text-muted">
        <RelativeTime value={createdAt} focusable />
      </span>
    </li>
  );
}
