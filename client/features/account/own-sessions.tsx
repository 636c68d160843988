import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { deviceText, SessionRow } from '#client/features/session/session-row.tsx';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { useList } from '#client/graphql/use-list.ts';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import {
  type OwnSessionFragment,
  OwnSessionsDocument,
  RevokeOtherSessionsDocument,
  RevokeOwnSessionDocument,
} from './account.generated.ts';

export function OwnSessions() {
  const { t } = useTranslation(['session', 'account']);
  const list = useList(
    OwnSessionsDocument,
    { first: limits.sessionsPageSize },
    ({ viewer }) => viewer?.user.sessions,
  );
  const [, revokeOthers] = useMutation(RevokeOtherSessionsDocument);

  const endOthers = () =>
    confirmAndRun({
      danger: true,
      title: t('account:sessions.othersTitle'),
      body: t('account:sessions.othersBody'),
      confirm: t('account:sessions.othersConfirm'),
      mutate: () => revokeOthers({}),
      done: t('account:sessions.othersDone'),
    });

  return (
    <Section title={t('session:title')}>
      <PagedList
        label={t('session:title')}
        list={list}
        lead="square"
        row={(session) => <OwnSession key={session.id} session={session} />}
        empty={null}
        more="button"
      />
      {(list.connection?.totalCount ?? 0) > 1 && (
        <AccountButton className="justify-self-start" onClick={() => void endOthers()}>
          {t('account:sessions.others')}
        </AccountButton>
      )}
    </Section>
  );
}

function OwnSession({ session }: { session: OwnSessionFragment }) {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('session');
  const [, revoke] = useMutation(RevokeOwnSessionDocument);

  async function end() {
    const device = session.isImpersonation ? t('impersonator') : deviceText(t, session);
    await confirmAndRun({
      danger: true,
      title: t('revoke.title'),
      body: t('revoke.body', { device }),
      confirm: t('revoke.confirm'),
      mutate: () => revoke({ input: { id: session.id } }),
      done: t('revoke.done'),
    });
  }

  return (
    <SessionRow
      session={session}
      isImpersonation={session.isImpersonation}
      onRevoke={session.isCurrent || lockedBy ? undefined : () => void end()}
    />
  );
}
