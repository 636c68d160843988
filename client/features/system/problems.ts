import { useTranslation } from 'react-i18next';
import { formatNumber, isolated } from '#client/i18n/format.ts';
import type { SystemQuery } from './system.generated.ts';
import { formatBytes, formatDuration, formatPercent } from './units.ts';

export type SystemState = NonNullable<SystemQuery['system']>;

/** `section` is a heading of the guide, which is in English only. */
export type Problem = { text: string; guide: string; section: string };

const limits = {
  mailDelaySeconds: 60,
  clockSkewSeconds: 1,
  backupAgeMs: 36 * 60 * 60 * 1_000,
  memoryBytes: 600e6,
  busyRatio: 0.9,
  connectionRatio: 0.8,
};

const incident = (section: string) => ({ guide: 'docs/guides/incident.md', section });
const upgrade = { guide: 'docs/guides/upgrade.md', section: 'Several instances' };

/** What needs attention. */
export function useProblems(system: SystemState, now = Date.now()): Problem[] {
  const { t } = useTranslation('system');
  const { process, database, migrations, mailQueue, lastBackup } = system;
  const instance = isolated(process.instance);
  const skew = Math.abs(database.clockSkewSeconds);
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
    skew > limits.clockSkewSeconds && {
      text: t('problem.clockSkew', { instance, time: formatDuration(skew) }),
      ...incident('ClockSkew'),
    },
    lastBackup != null &&
      now - Date.parse(lastBackup.finishedAt) > limits.backupAgeMs && {
        text: t('problem.backupOld'),
        ...incident('BackupOld'),
      },
  ];
  return problems.filter((problem) => problem !== false);
}
