import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { SystemState } from './problems.ts';
import { formatBytes, formatOffset, formatPercent } from './units.ts';

type ProcessProps = Pick<SystemState, 'process' | 'database'>;

/** The process that answered, which is one of several where an instance or a load balancer has more. */
export function ProcessCard({ process, database }: ProcessProps) {
  const { t } = useTranslation('system');
  const { instance, worker, pid } = process;
  const details = [
    ...(worker > 0 ? [t('process.number', { number: formatNumber(worker) })] : []),
    t('process.pid', { pid }),
  ];
  return (
    <Section title={t('process.title')}>
      <div className="grid gap-x-6 gap-y-4 p-4 @5xl:grid-cols-[19rem_minmax(0,1fr)] @5xl:items-center">
        <div className="flex min-w-0 items-center gap-3">
          <RowIcon icon={Server} />
          <div className="grid min-w-0 text-sm">
            <bdi dir="ltr" className="text-match-parent font-medium wrap-anywhere">
              {instance}
            </bdi>
            <span className="text-text-muted">{details.join(' · ')}</span>
          </div>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-x-4 gap-y-3 text-sm">
          <Figures process={process} database={database} />
        </dl>
      </div>
    </Section>
  );
}

function Figures({ process, database }: ProcessProps) {
  const { t } = useTranslation('system');
  const { busyRatio, queuedRequests } = process;
  const requests = {
    running: formatNumber(process.runningRequests),
    max: formatNumber(process.maxRunningRequests),
    queued: formatNumber(queuedRequests),
  };
  return (
    <>
      <Figure label={t('process.load')}>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-1.5 w-8 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full bg-accent forced-colors:bg-[CanvasText]"
              style={{ inlineSize: `${busyRatio * 100}%` }}
            />
          </span>
          {formatPercent(busyRatio)}
        </span>
      </Figure>
      <Figure label={t('process.memory')}>{formatBytes(process.memoryBytes)}</Figure>
      <Figure label={t('process.requests')}>
        {queuedRequests > 0
          ? t('process.queued', requests)
          : t('process.ratio', { used: requests.running, max: requests.max })}
      </Figure>
      <Figure label={t('process.streams')}>{formatNumber(process.openStreams)}</Figure>
      <Figure label={t('process.connections')}>
        {t('process.ratio', {
          used: formatNumber(process.busyDatabaseConnections),
          max: formatNumber(process.databaseConnections),
        })}
      </Figure>
      <Figure label={t('process.clock')}>{formatOffset(database.clockSkewSeconds)}</Figure>
      <Figure label={t('process.started')}>
        <RelativeTime value={process.startedAt} focusable />
      </Figure>
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-xs text-text-muted">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
