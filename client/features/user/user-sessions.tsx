import { useTranslation } from 'react-i18next';
import { deviceText, SessionRow } from '#client/features/session/session-row.tsx';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { type Connection, listPage } from '#client/graphql/paged-list.tsx';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { limits } from '#shared/limits.ts';
import { displayName } from './display-name.ts';
import { LoadMoreList } from './load-more-list.tsx';
import type { UserDetailFragment } from './user-detail.generated.ts';
import {
  type UserSessionFragment,
  useRevokeUserSessionMutation,
  useRevokeUserSessionsMutation,
  useUserSessionsQuery,
} from './user-sessions.generated.ts';

const nothing: Connection<UserSessionFragment> = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null },
};

function useSessionPage(id: string, after: string) {
  const variables = { id, first: limits.sessionsPageSize, after };
  return listPage(useUserSessionsQuery({ variables }), (data) => data.user?.sessions ?? nothing);
}

type UserSessionsProps = {
  user: UserDetailFragment;
  sessions: Connection<UserSessionFragment>;
  self: boolean;
  /** Fetches the record again, the first sessions with it. */
  refresh: () => void;
};

/** Where somebody is signed in, and the ways to end that. */
export function UserSessions({ user, sessions, self, refresh }: UserSessionsProps) {
  const { t } = useTranslation(['session', 'user']);
  const [, revokeAll] = useRevokeUserSessionsMutation();
  const { id, viewerCanRevokeSessions } = user;
  const name = displayName(user);
  const total = sessions.totalCount ?? sessions.nodes.length;

  async function endAll() {
    const done = await confirmAndRun({
      question: {
        title: t('session:revokeAll.title'),
        body: t(self ? 'user:sessions.revokeOwn' : 'user:sessions.revokeAll', { name }),
        confirm: t('session:revokeAll.confirm'),
        danger: true,
      },
      mutate: () => revokeAll({ input: { userId: id } }),
      pick: (data) => data.revokeUserSessions,
      done: t('session:revokeAll.done'),
    });
    if (done) refresh();
  }

  return (
    <section className="mt-8 grid gap-3">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-baseline gap-2 text-base font-semibold">
          {t('session:title')}
          <span className="text-sm font-normal text-text-muted tabular-nums">
            {formatNumber(total)}
          </span>
        </h2>
        {viewerCanRevokeSessions && total > 0 && (
          <Button onClick={endAll}>{t('session:revokeAll.action')}</Button>
        )}
      </div>
      {total === 0 ? (
        <p className="text-sm text-text-muted">{t('user:sessions.none', { name })}</p>
      ) : (
        <LoadMoreList
          label={t('session:title')}
          first={{ connection: sessions, refresh }}
          owner={id}
          usePage={useSessionPage}
          lead="square"
          row={(session, refreshPage) => (
            <OneSession
              key={session.id}
              session={session}
              revocable={viewerCanRevokeSessions}
              onRevoked={() => {
                refresh();
                if (refreshPage !== refresh) refreshPage();
              }}
            />
          )}
        />
      )}
    </section>
  );
}

type OneSessionProps = {
  session: UserSessionFragment;
  revocable: boolean;
  onRevoked: () => void;
};

function OneSession({ session, revocable, onRevoked }: OneSessionProps) {
  const { t } = useTranslation('session');
  const [, revoke] = useRevokeUserSessionMutation();
  const device = deviceText(t, session);

  async function end() {
    const done = await confirmAndRun({
      question: {
        title: t('revoke.title'),
        body: t('revoke.body', { device }),
        confirm: t('revoke.confirm'),
        danger: true,
      },
      mutate: () => revoke({ input: { id: session.id } }),
      pick: (data) => data.revokeUserSession,
      done: t('revoke.done'),
    });
    if (done) onRevoked();
  }

  // One's own is ended by signing out, which also says goodbye.
  const onRevoke = revocable && !session.isCurrent ? () => void end() : undefined;
  const { impersonator } = session;
  return (
    <SessionRow
      session={session}
      actedBy={impersonator ? displayName(impersonator) : undefined}
      onRevoke={onRevoke}
    />
  );
}
