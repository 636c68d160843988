import { Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, isolated } from '#client/i18n/format.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Code, DescriptionList } from '#client/ui/list/description-list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { isBackupMissing, type SystemState } from './status-card.tsx';
import { formatBytes, formatDuration, formatPercent, formatUnit } from './units.ts';

/** The process that answered, which is one of several where an instance or a load balancer has more. */
export function ProcessCard({ process }: Pick<SystemState, 'process'>) {
  const { t } = useTranslation('system');
  const { instance, worker, pid, queuedRequests } = process;
  const ratio = (used: number, max: number) =>
    t('process.ratio', { used: formatNumber(used), max: formatNumber(max) });
  return (
    <Section title={t('process.title')}>
      <DescriptionList>
        <FactRow label={t('process.load')}>{formatPercent(process.busyRatio)}</FactRow>
        <FactRow label={t('process.memory')}>{formatBytes(process.memoryBytes)}</FactRow>
        <FactRow label={t('process.requests')}>
          {queuedRequests > 0
            ? t('process.queued', {
                running: formatNumber(process.runningRequests),
                max: formatNumber(process.maxRunningRequests),
                queued: formatNumber(queuedRequests),
              })
            : ratio(process.runningRequests, process.maxRunningRequests)}
        </FactRow>
        <FactRow label={t('process.openStreams')}>{formatNumber(process.openStreams)}</FactRow>
        <FactRow label={t('process.connections')}>
          {ratio(process.busyDatabaseConnections, process.databaseConnections)}
        </FactRow>
        <FactRow label={t('process.started')}>
          <RelativeTime value={process.startedAt} focusable />
        </FactRow>
        <FactRow label={t('process.instance')}>
          <Code>{instance}</Code>
        </FactRow>
        {worker > 0 && <FactRow label={t('process.number')}>{formatNumber(worker)}</FactRow>}
        <FactRow label={t('process.pid')}>{pid}</FactRow>
      </DescriptionList>
    </Section>
  );
}

export function DatabaseCard({ database }: Pick<SystemState, 'database'>) {
  const { t } = useTranslation('system');
  return (
    <Section title={t('database.title')}>
      <DescriptionList>
        <FactRow label={t('database.version')}>{database.version}</FactRow>
        <FactRow label={t('database.size')}>{formatBytes(database.sizeBytes)}</FactRow>
        <FactRow label={t('database.connections')}>
          {t('process.ratio', {
            used: formatNumber(database.connections),
            max: formatNumber(database.maxConnections),
          })}
        </FactRow>
      </DescriptionList>
    </Section>
  );
}

export function MailCard({ mailQueue }: Pick<SystemState, 'mailQueue'>) {
  const { t } = useTranslation('system');
  const { waiting, oldestSeconds, retried, failed, unsure, lastError } = mailQueue;
  return (
    <Section title={t('mails.title')}>
      <DescriptionList>
        <FactRow label={t('mails.waiting')}>{formatNumber(waiting)}</FactRow>
        {waiting > 0 && (
          <>
            <FactRow label={t('mails.oldest')}>{formatDuration(oldestSeconds)}</FactRow>
            <FactRow label={t('mails.retried')}>{formatNumber(retried)}</FactRow>
          </>
        )}
        <FactRow label={t('mails.failed')} hint={failed > 0 && t('mails.hint')}>
          {formatNumber(failed)}
        </FactRow>
        {failed > 0 && <FactRow label={t('mails.unsure')}>{formatNumber(unsure)}</FactRow>}
        <FactRow label={t('mails.lastError')}>
          {lastError ? <Code>{lastError}</Code> : t('mails.none')}
        </FactRow>
      </DescriptionList>
    </Section>
  );
}

export function SchemaCard(system: SystemState) {
  const { t } = useTranslation('system');
  const { migrations, lastBackup } = system;
  const { appliedCount, pending, last, lastAppliedAt } = migrations;
  return (
    <Section title={t('schema.title')}>
      <DescriptionList>
        <FactRow label={t('schema.applied')}>{formatNumber(appliedCount)}</FactRow>
        <FactRow label={t('schema.last')} hint={last && <Code>{last}</Code>}>
          {lastAppliedAt ? <RelativeTime value={lastAppliedAt} focusable /> : t('schema.none')}
        </FactRow>
        <FactRow label={t('schema.pending')}>
          {pending.length > 0 ? <Code>{pending.join(', ')}</Code> : t('schema.none')}
        </FactRow>
        <FactRow
          label={t('schema.backup')}
          hint={t('schema.hint', { command: isolated('docs/examples/backup.sh') })}
        >
          {lastBackup ? (
            <RelativeTime value={lastBackup.finishedAt} focusable />
          ) : (
            <Badge tone={isBackupMissing(system) ? 'warning' : 'neutral'}>
              {t('schema.noBackup')}
            </Badge>
          )}
        </FactRow>
        {lastBackup && (
          <FactRow label={t('schema.backupSize')}>{formatBytes(lastBackup.sizeBytes)}</FactRow>
        )}
      </DescriptionList>
    </Section>
  );
}

type LimitName =
  | 'POINTS_PER_MINUTE'
  | 'MUTATIONS_PER_MINUTE'
  | 'CODE_MINUTES'
  | 'SESSION_DAYS'
  | 'AUDIT_DAYS'
  | 'MAIL_DAYS';

export function LimitsCard({ limits }: Pick<SystemState, 'limits'>) {
  const { t } = useTranslation('system');
  const withUnit = (name: LimitName, value: number) =>
    name.endsWith('_PER_MINUTE')
      ? t('limits.perMinute', { total: formatNumber(value) })
      : formatUnit(value, name === 'CODE_MINUTES' ? 'minute' : 'day', { unitDisplay: 'long' });
  return (
    <Section title={t('limits.title')}>
      <DescriptionList>
        {limits.map(({ name, value }) => (
          <FactRow key={name} label={t(`limits.${name as LimitName}`)} hint={<Code>{name}</Code>}>
            {withUnit(name as LimitName, Number(value))}
          </FactRow>
        ))}
      </DescriptionList>
    </Section>
  );
}

export function ChangedSettings({ changedSettings }: Pick<SystemState, 'changedSettings'>) {
  const { t } = useTranslation('system');
  return (
    <Section title={t('settings.title')} count={changedSettings.length}>
      {changedSettings.length === 0 ? (
        <EmptyState icon={Settings2} title={t('settings.none')} />
      ) : (
        <>
          <p className="max-w-[72ch] text-sm text-text-muted">{t('settings.hint')}</p>
          <DescriptionList>
            {changedSettings.map(({ name, value }) => (
              <div key={name} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[18rem_1fr]">
                <dt className="text-text-muted">
                  <Code>{name}</Code>
                </dt>
                <dd className="min-w-0">
                  {value === null || value === undefined ? (
                    <span className="text-text-muted">{t('settings.hidden')}</span>
                  ) : (
                    <Code>{value}</Code>
                  )}
                </dd>
              </div>
            ))}
          </DescriptionList>
        </>
      )}
    </Section>
  );
}

type FactRowProps = { label: ReactNode; hint?: ReactNode; children: ReactNode };

/** Row of a `DescriptionList`, with its value at the end of the line. */
function FactRow({ label, hint, children }: FactRowProps) {
  return (
    <div className="flex items-baseline justify-between gap-x-6 py-2.5">
      <dt className="min-w-0 text-text-muted">
        {label}
        {hint && <span className="block max-w-[48ch] text-xs">{hint}</span>}
      </dt>
      <dd className="max-w-[60%] shrink-0 text-end wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
