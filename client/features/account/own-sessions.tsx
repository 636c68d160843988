import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationResult } from 'urql';
import { failureOf } from '#client/graphql/failure.ts';
import { type Refusal, refusalOf } from '#client/graphql/refusal.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { ask, type Question } from '#client/ui/ask.ts';
import { Button } from '#client/ui/button.tsx';
import { listClass, RowSkeletons } from '#client/ui/list.tsx';
import { LoadFailed } from '#client/ui/list-states.tsx';
import { Section } from '#client/ui/page.tsx';
import { deviceText, SessionRow } from '#client/ui/session-row.tsx';
import { toast } from '#client/ui/toast.ts';
import { limits } from '#shared/limits.ts';
import {
  type OwnSessionFragment,
  useOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeOwnSessionMutation,
} from './own-sessions.generated.ts';

/** How many more are shown each time. */
const step = limits.pageSize;

type Deed<Data> = {
  question: Question;
  mutate: () => Promise<OperationResult<Data>>;
  pick: (data: Data) => { errors: Refusal['failures'] };
  done: string;
};

/** Where one is signed in, and the ways to end that elsewhere. */
export function OwnSessions({ lockedBy }: { lockedBy: string | undefined }) {
  const { t } = useTranslation(['session', 'account']);
  const [first, setFirst] = useState<number>(limits.sessionsPageSize);
  const [{ data, error, fetching }, execute] = useOwnSessionsQuery({ variables: { first } });
  const [, revoke] = useRevokeOwnSessionMutation();
  const [, revokeOthers] = useRevokeOtherSessionsMutation();
  const refresh = () => execute({ requestPolicy: 'network-only' });
  const sessions = data?.viewer?.user.sessions;

  async function carryOut<Data>({ question, mutate, pick, done }: Deed<Data>) {
    if (!(await ask({ danger: true, ...question }))) return;
    const result = await mutate();
    const refusal = refusalOf(result, result.data && pick(result.data));
    const code = refusal?.failures[0]?.code;
    void toast(code ? 'error' : 'success', code ? errorText(code) : done);
    if (!code) refresh();
  }

  const endOthers = () =>
    carryOut({
      question: {
        title: t('account:sessions.othersTitle'),
        body: t('account:sessions.othersBody'),
        confirm: t('account:sessions.othersConfirm'),
      },
      mutate: () => revokeOthers({ input: {} }),
      pick: ({ revokeOtherSessions }) => revokeOtherSessions,
      done: t('account:sessions.othersDone'),
    });

  const end = (session: OwnSessionFragment) => {
    const device = deviceText(t, session);
    return carryOut({
      question: {
        title: t('session:revoke.title'),
        body: t('session:revoke.body', { device }),
        confirm: t('session:revoke.confirm'),
      },
      mutate: () => revoke({ input: { id: session.id } }),
      pick: ({ revokeSession }) => revokeSession,
      done: t('session:revoke.done'),
    });
  };

  if (error && !sessions) {
    return (
      <Section title={t('session:title')}>
        <LoadFailed failure={failureOf(error)} onRetry={refresh} pending={fetching} />
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
