import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { deviceText, SessionRow } from '#client/features/session/session-row.tsx';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { useList } from '#client/graphql/use-list.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { displayName } from './entity.ts';
import { RevokeSessionsOfUsersDocument, type UserDetailFragment } from './user.generated.ts';
import {
  RevokeUserSessionDocument,
  type UserSessionFragment,
  UserSessionsDocument,
} from './user-page.generated.ts';

type UserSessionsProps = { user: UserDetailFragment; self: boolean };

export function UserSessions({ user, self }: UserSessionsProps) {
  const { t } = useTranslation(['session', 'user']);
  const [, revokeAll] = useMutation(RevokeSessionsOfUsersDocument);
  const { id, viewerCanRevokeSessions } = user;
  const name = displayName(user);
  const list = useList(
    UserSessionsDocument,
    { id, first: limits.sessionsPageSize },
    (data) => data.user?.sessions,
  );
  const total = list.connection?.totalCount ?? 0;

  const endAll = () =>
    confirmAndRun({
      title: t('session:revokeAll.title'),
      body: t('user:sessions.revokeAll', { name }),
      confirm: t('session:revokeAll.confirm'),
      danger: true,
      mutate: () => revokeAll({ input: { ids: [id] } }),
      done: t('session:revokeAll.done'),
    });

  return (
    <Section
      title={t('session:title')}
      {...(total > 0 && { count: total })}
      action={
        // Account → Security ends one's own, but for the current one.
        viewerCanRevokeSessions &&
        !self &&
        total > 0 && <Button onClick={endAll}>{t('session:revokeAll.action')}</Button>
      }
    >
      <PagedList
        label={t('session:title')}
        list={list}
        lead="square"
        row={(session) => (
          <UserSession key={session.id} session={session} revocable={viewerCanRevokeSessions} />
        )}
        empty={
          <p className="vacant text-sm text-text-muted">{t('user:sessions.none', { name })}</p>
        }
        more="button"
      />
    </Section>
  );
}

type UserSessionProps = {
  session: UserSessionFragment;
  revocable: boolean;
};

function UserSession({ session, revocable }: UserSessionProps) {
  const { t } = useTranslation('session');
  const [, revoke] = useMutation(RevokeUserSessionDocument);
  const device = deviceText(t, session);

  const end = () =>
    confirmAndRun({
      title: t('revoke.title'),
      body: t('revoke.body', { device }),
      confirm: t('revoke.confirm'),
      danger: true,
      mutate: () => revoke({ input: { id: session.id } }),
      done: t('revoke.done'),
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
