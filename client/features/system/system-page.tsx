import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useSetup } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { formatRelative } from '#client/i18n/format.ts';
import { cx } from '#client/lib/class-names.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Code } from '#client/ui/list/description-list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { DetailSkeleton, PageHeader } from '#client/ui/page/page.tsx';
import {
  ChangedSettings,
  DatabaseCard,
  LimitsCard,
  MailCard,
  ProcessCard,
  SchemaCard,
} from './cards.tsx';
import { StatusCard } from './status-card.tsx';
import { SystemDocument } from './system.generated.ts';

const pollMs = 10_000;
const shortCommit = 10;

export const preload: PreloadData = () => preloadQuery(SystemDocument, {});

/** Refetches while the page is visible, and when it becomes visible. */
function usePolling(refetch: () => void): void {
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState === 'visible') refetch();
    };
    const timer = setInterval(poll, pollMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [refetch]);
}

/** The newest state, kept while a refetch fails. */
function useSystem() {
  const [{ data, error, fetching }, execute] = useQuery({ query: SystemDocument });
  const [system, setSystem] = useState(data?.system ?? null);
  if (data?.system && data.system !== system) setSystem(data.system);
  const refetch = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  usePolling(refetch);
  return { system, error, fetching, refetch };
}

export default function SystemPage() {
  const { t } = useTranslation(['system', 'common']);
  const { system, error, fetching, refetch } = useSystem();
  return (
    <>
      <PageHeader
        title={t('common:nav.system')}
        subtitle={<Build>{system && <LiveState isStale={error !== undefined} />}</Build>}
      />
      {system ? (
        <>
          <StatusCard system={system} />
          <div className="grid grid-cols-1 items-start gap-x-8 lg:grid-cols-2">
            <div>
              <ProcessCard process={system.process} />
              <SchemaCard {...system} />
            </div>
            <div>
              <DatabaseCard {...system} />
              <MailCard mailQueue={system.mailQueue} />
              <LimitsCard limits={system.limits} />
            </div>
          </div>
          <ChangedSettings changedSettings={system.changedSettings} />
        </>
      ) : error ? (
        <LoadFailed failure={apiErrorOf(error)} onRetry={refetch} pending={fetching} />
      ) : (
        <DetailSkeleton />
      )}
    </>
  );
}

function Build({ children }: { children: ReactNode }) {
  const { t } = useTranslation('system');
  const { version, commit, builtAt } = useSetup();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <span className="flex flex-wrap items-center dotted">
        <span>{t('version', { version })}</span>
        {commit && (
          <span className="flex items-center gap-1">
            {t('commit')} <Code>{commit.slice(0, shortCommit)}</Code>
            <CopyButton text={commit} label={t('copyCommit')} />
          </span>
        )}
        {builtAt && <span>{t('built', { time: formatRelative(builtAt) })}</span>}
      </span>
      {children}
    </div>
  );
}

function LiveState({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('system');
  return (
    <span role="status" className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={cx('size-2 rounded-full', isStale ? 'bg-warning-text' : 'bg-success-text')}
      />
      {isStale ? t('stale') : t('live')}
    </span>
  );
}
