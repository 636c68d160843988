import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { SessionRow, sessionName } from '#client/features/session/session-row.tsx';
import { listPage, loadedPage, PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { displayName } from './entity.ts';
import { RevokeSessionsOfUsersDocument, type UserDetailFragment } from './user.generated.ts';
import {
  RevokeUserSessionDocument,
  type UserSessionFragment,
  type UserSessionPageFragment,
  UserSessionsDocument,
} from './user-page.generated.ts';

function useSessionPage(id: string, after: string) {
  const variables = { id, first: limits.sessionsPageSize, after };
  return listPage(
    useQuery({ query: UserSessionsDocument, variables }),
    (data) => data.user?.sessions,
  );
}

type UserSessionsProps = {
  user: UserDetailFragment;
  sessions: { totalCount: number } & UserSessionPageFragment;
  self: boolean;
  refresh: () => void;
};

export function UserSessions({ user, sessions, self, refresh }: UserSessionsProps) {
  const { t } = useTranslation(['session', 'user']);
  const [, revokeAll] = useMutation(RevokeSessionsOfUsersDocument);
  const { id, viewerCanRevokeSessions } = user;
  const name = displayName(user);
  const total = sessions.totalCount;

  const endAll = () =>
    confirmAndRun({
      title: t('session:revokeAll.title'),
      body: t('user:sessions.revokeAll', { name }),
      confirm: t('session:revokeAll.confirm'),
      danger: true,
      mutate: () => revokeAll({ input: { ids: [id] } }),
      done: t('session:revokeAll.done'),
      onDone: refresh,
    });

  return (
    <Section
      title={t('session:title')}
      count={total}
      action={
        // Account → Security ends one's own, but for the current one.
        viewerCanRevokeSessions &&
        !self &&
        total > 0 && <Button onClick={endAll}>{t('session:revokeAll.action')}</Button>
      }
    >
      <PagedList
        label={t('session:title')}
        first={loadedPage(sessions, refresh)}
        filter={id}
        usePage={useSessionPage}
        lead="square"
        row={(session, refreshPage) => (
          <UserSession
            key={session.id}
            session={session}
            revocable={viewerCanRevokeSessions}
            onRevoked={() => {
              refresh();
              if (refreshPage !== refresh) refreshPage();
            }}
          />
        )}
        empty={<p className="text-sm text-text-muted">{t('user:sessions.none', { name })}</p>}
        more="button"
      />
    </Section>
  );
}

type UserSessionProps = {
  session: UserSessionFragment;
  revocable: boolean;
  onRevoked: () => void;
};

function UserSession({ session, revocable, onRevoked }: UserSessionProps) {
  const { t } = useTranslation('session');
  const [, revoke] = useMutation(RevokeUserSessionDocument);
  const device = sessionName(t, session);

  const end = () =>
    confirmAndRun({
      title: t('revoke.title'),
      body: t('revoke.body', { device }),
      confirm: t('revoke.confirm'),
      danger: true,
      mutate: () => revoke({ input: { id: session.id } }),
      done: t('revoke.done'),
      onDone: onRevoked,
    });

  // The current session is ended by signing out.
  const onRevoke = revocable && !session.isCurrent ? () => void end() : undefined;
  const { impersonator } = session;
  return (
    <SessionRow
      session={session}
      impersonatorName={impersonator ? displayName(impersonator) : undefined}
      onRevoke={onRevoke}
    />
  );
}
