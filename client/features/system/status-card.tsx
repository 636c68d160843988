import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber, isolated } from '#client/i18n/format.ts';
import { Code } from '#client/ui/list/description-list.tsx';
import type { SystemQuery } from './system.generated.ts';
import { formatBytes, formatDuration, formatPercent } from './units.ts';

export type SystemState = NonNullable<SystemQuery['system']>;

/** `section` is a heading of the guide, which is in English only. */
type Problem = { text: string; guide: string; section: string };

const limits = {
  mailDelaySeconds: 60,
  backupAgeMs: 36 * 60 * 60 * 1_000,
  memoryBytes: 600e6,
  busyRatio: 0.9,
  connectionRatio: 0.8,
};

/** Elsewhere, backups may be made in ways that aren't recorded. */
export const isBackupMissing = ({ lastBackup, changedSettings }: SystemState) =>
  !lastBackup &&
  changedSettings.some(({ name, value }) => name === 'NODE_ENV' && value === 'production') &&
  changedSettings.some(({ name }) => name === 'METRICS_PORT');

const incident = (section: string) => ({ guide: 'docs/guides/incident.md', section });
const upgrade = { guide: 'docs/guides/upgrade.md', section: 'Several instances' };

/** What needs attention. */
function useProblems(system: SystemState, now = Date.now()): Problem[] {
  const { t } = useTranslation('system');
  const { process, database, migrations, mailQueue, lastBackup } = system;
  const instance = isolated(process.instance);
  const problems: (Problem | false)[] = [
    database.connections > database.maxConnections * limits.connectionRatio && {
      text: t('problem.connections', {
        used: formatNumber(database.connections),
        max: formatNumber(database.maxConnections),
      }),
      ...incident('DatabaseDown'),
    },
    migrations.pending.length > 0 && {
      text: t('problem.migrationsPending', { count: migrations.pending.length }),
      ...upgrade,
    },
    mailQueue.oldestSeconds > limits.mailDelaySeconds && {
      text: t('problem.mailDelayed', { time: formatDuration(mailQueue.oldestSeconds) }),
      ...incident('MailDelayed'),
    },
    mailQueue.failed > 0 && {
      text: t('problem.mailFailed', { count: mailQueue.failed }),
      ...incident(mailQueue.unsure > 0 ? 'MailUnsure' : 'MailDelayed'),
    },
    process.busyRatio > limits.busyRatio && {
      text: t('problem.busy', { instance, percent: formatPercent(process.busyRatio) }),
      ...incident('SlowRequests'),
    },
    process.memoryBytes > limits.memoryBytes && {
      text: t('problem.memory', { instance, size: formatBytes(process.memoryBytes) }),
      ...incident('HighMemory'),
    },
    isBackupMissing(system) && { text: t('problem.backupMissing'), ...incident('BackupOld') },
    lastBackup != null &&
      now - Date.parse(lastBackup.finishedAt) > limits.backupAgeMs && {
        text: t('problem.backupOld'),
        ...incident('BackupOld'),
      },
  ];
  return problems.filter((problem) => problem !== false);
}

const cardClass = 'rounded-card border border-line bg-surface-raised';

export function StatusCard({ system }: { system: SystemState }) {
  const { t } = useTranslation('system');
  const problems = useProblems(system);
  if (problems.length === 0) {
    return (
      <p className={`${cardClass} flex items-center gap-3 px-4 py-2 text-sm font-medium`}>
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-success-soft text-success-text">
          <CircleCheck className="size-5" />
        </span>
        {t('status.fine')}
      </p>
    );
  }
  return (
    <ul
      aria-label={t('status.problems', { count: problems.length })}
      className={`${cardClass} divide-y divide-line`}
    >
      {problems.map(({ text, guide, section }) => (
        <li key={text} className="flex gap-3 p-4">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-warning-soft text-warning-text">
            <TriangleAlert className="size-5" />
          </span>
          <div className="grid min-w-0 gap-0.5 text-sm">
            <p className="font-medium">{text}</p>
            <p className="text-text-muted">
              {t('status.guide', { section })} <Code>{guide}</Code>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
