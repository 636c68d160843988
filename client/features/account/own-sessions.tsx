import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceText, SessionRow } from '#client/features/session/session-row.tsx';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import {
  type OwnSessionFragment,
  useOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeOwnSessionMutation,
} from './own-sessions.generated.ts';

/** How many more are shown each time. */
const step = limits.pageSize;

/** Where one is signed in, and the ways to end that elsewhere. */
export function OwnSessions({ lockedBy }: { lockedBy: string | undefined }) {
  const { t } = useTranslation(['session', 'account']);
  const [first, setFirst] = useState<number>(limits.sessionsPageSize);
  const [{ data, error, fetching }, execute] = useOwnSessionsQuery({ variables: { first } });
  const [, revoke] = useRevokeOwnSessionMutation();
  const [, revokeOthers] = useRevokeOtherSessionsMutation();
  const refresh = () => execute({ requestPolicy: 'network-only' });
  const sessions = data?.viewer?.user.sessions;

  const endOthers = async () => {
    const ended = await confirmAndRun({
      question: {
        danger: true,
        title: t('account:sessions.othersTitle'),
        body: t('account:sessions.othersBody'),
        confirm: t('account:sessions.othersConfirm'),
      },
      mutate: () => revokeOthers({ input: {} }),
      pick: ({ revokeOtherSessions }) => revokeOtherSessions,
      done: t('account:sessions.othersDone'),
    });
    if (ended) refresh();
  };

  const end = async (session: OwnSessionFragment) => {
    const device = session.isImpersonation ? t('session:impersonator') : deviceText(t, session);
    const ended = await confirmAndRun({
      question: {
        danger: true,
        title: t('session:revoke.title'),
        body: t('session:revoke.body', { device }),
        confirm: t('session:revoke.confirm'),
      },
      mutate: () => revoke({ input: { id: session.id } }),
      pick: ({ revokeSession }) => revokeSession,
      done: t('session:revoke.done'),
    });
    if (ended) refresh();
  };

  if (error && !sessions) {
    return (
      <Section title={t('session:title')}>
        <LoadFailed failure={apiErrorOf(error)} onRetry={refresh} pending={fetching} />
      </Section>
    );
  }
  return (
    <Section title={t('session:title')}>
      <ul aria-label={t('session:title')} aria-busy={!sessions} className={listClass}>
        {sessions?.nodes.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            impersonated={session.isImpersonation}
            onRevoke={session.isCurrent || lockedBy ? undefined : () => void end(session)}
          />
        )) ?? <RowSkeletons count={2} lead="square" />}
      </ul>
      <div className="flex flex-wrap gap-2">
        {sessions?.pageInfo.hasNextPage && (
          <Button pending={fetching} onClick={() => setFirst(first + step)}>
            {t('account:sessions.more')}
          </Button>
        )}
        {(sessions?.totalCount ?? 0) > 1 && (
          <Button
            disabled={lockedBy !== undefined}
            aria-describedby={lockedBy}
            onClick={() => void endOthers()}
          >
            {t('account:sessions.others')}
          </Button>
        )}
      </div>
    </Section>
  );
}
