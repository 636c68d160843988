import { useTranslation } from 'react-i18next';
import { useCan } from '#client/features/session/use-session.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { listPage, loadedPage, PagedList } from '#client/graphql/paged-list.tsx';
import { formatList } from '#client/i18n/format.ts';
import { withSearch } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { parseRoles } from '#shared/permissions.ts';
import { displayName } from './display-name.ts';
import { userPaths } from './entity.ts';
import { apiRole } from './user-form.tsx';
import {
  type UserEventFragment,
  type UserHistoryPageFragment,
  useUserHistoryQuery,
} from './user-page.generated.ts';

/** Events per page of the history. */
export const historyPageSize = 10;

function useHistoryPage(userId: string, after: string) {
  const variables = { id: userId, first: historyPageSize, after };
  return listPage(
    useUserHistoryQuery({ variables }),
    (data) => data.user?.history && unmask(data.user.history),
  );
}

type UserHistoryProps = {
  user: { id: string; isServiceAccount: boolean };
  history: Masked<UserHistoryPageFragment>;
  refresh: () => void;
};

/** Audit log of one account, newest events first. What the account did to others is a link away. */
export function UserHistory({ user, history, refresh }: UserHistoryProps) {
  const { t } = useTranslation('user');
  const canReadLog = useCan('audit-log:read');
  return (
    <Section
      title={t('history.title')}
      action={
        canReadLog && (
          <Link to={withSearch('/manager/audit-log', { actor: user.id })} className={buttonClass()}>
            {t('history.doneBy')}
          </Link>
        )
      }
    >
      <PagedList
        label={t('history.title')}
        first={loadedPage(unmask(history), refresh)}
        filter={user.id}
        usePage={useHistoryPage}
        lead="round"
        row={(event) => (
          <Event key={event.id} event={event} isServiceAccount={user.isServiceAccount} />
        )}
        empty={<p className="text-sm text-text-muted">{t('history.none')}</p>}
        more="button"
      />
    </Section>
  );
}

/** The detail of an event: part of its sentence or, for a reason in free text, a line below. */
function useDetail({ kind, detail }: UserEventFragment): { inline: string; below: string | null } {
  const { t } = useTranslation('user');
  if (kind === 'ROLE_CHANGED') {
    const roles = parseRoles(detail).map((role) => t(`role.${apiRole(role)}`));
    return { inline: formatList(roles) || (detail ?? ''), below: null };
  }
  const quoted = /^(NAME|EMAIL|ACCESS_TOKEN|PROVIDER)_/.test(kind);
  return quoted ? { inline: detail ?? '', below: null } : { inline: '', below: detail };
}

type EventProps = { event: Masked<UserEventFragment>; isServiceAccount: boolean };

function Event({ event: masked, isServiceAccount }: EventProps) {
  const event = unmask(masked);
  const { t } = useTranslation('user');
  const { kind, actor, actorName, createdAt } = event;
  const { inline, below } = useDetail(event);
  // The log keeps the name of a deleted actor.
  const name = actor ? displayName(actor) : (actorName ?? '');
  // An account's first name replaces none, and nobody is invited to a service account.
  const told =
    kind === 'NAME_CHANGED' && !inline
      ? 'NAME_GIVEN'
      : kind === 'INVITED' && isServiceAccount
        ? 'CREATED'
        : kind;
  // Events of records, such as repositories, are in no account's history.
  const key = `history.${told}.${name ? 'by' : 'own'}` as 'history.CREATED.by';
  // Some sentences speak of a person.
  const keys = isServiceAccount ? [`serviceAccount.${key}` as const, key] : key;
  const text = t(keys, { actor: name, detail: inline, defaultValue: kind });
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm">
      <div className="min-w-0">
        <p>
          <RichText
            text={text}
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
