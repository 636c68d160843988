/**
 * Every alert of docs/monitoring/alerts.yml fires by its cause and clears, in a Prometheus. The lines of the log that
 * the guide for incidents names are there, and its commands run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPrograms } from '#lab/support/debian-packages.ts';
import { installDebianPostgres } from '#lab/support/debian-postgres.ts';
import { pause, until } from '#lab/support/wait.ts';
import { query } from '#tests/support/database.ts';
import { backupJob, codeIn, sectionOf, sh } from './guide-commands.ts';
import { killDuringMail, liveWorkers, lockUsers } from './incidents.ts';
import { type ObservedProduct, startObservedProduct } from './observed-product.ts';
import { alertsFile, promtool } from './prometheus.ts';

const missing = installPrograms({ prometheus: 'prometheus' }) || installDebianPostgres();
const tested = new Set<string>();

let scene: ObservedProduct;
beforeAll(async () => {
  if (!missing) scene = await startObservedProduct();
}, 300_000);
afterAll(() => scene?.stop());

const isFiring = async (alert: string) => (await scene.prometheus.firing()).includes(alert);

type Incident = {
  /** Repeated until the alert fires. */
  cause?(): Promise<unknown>;
  /** An event or a field of the log that the guide's section names. */
  line?: string;
  remedy?(): Promise<unknown>;
};

/** Waits until the alert fires, and after the remedy until it clears. */
async function rehearse(alert: string, { cause, line, remedy }: Incident): Promise<void> {
  tested.add(alert);
  const end = performance.now() + 240_000;
  while (!(await isFiring(alert))) {
    expect(performance.now(), `${alert} does not fire.`).toBeLessThan(end);
    await cause?.();
    await pause(300);
  }
  if (line) {
    expect(sectionOf(alert)).toContain(`\`${line}\``);
    // Tests run at the same time, so `expect.poll` doesn't know its own.
    await until(`${line} is in the log`, async () => scene.product().log.includes(`"${line}"`));
  }
  await remedy?.();
  await until(`${alert} clears`, async () => !(await isFiring(alert)), 60_000);
}

type Evaluation = {
  interval: string;
  series: { series: string; values: string }[];
  /** Times at which the alert does not fire, and at which it does. */
  at: string[];
  firesAt: string[];
  alert: object;
};

/** Evaluates a rule over made-up values. Throws unless it fires when it should. */
function evaluate(alertname: string, { interval, series, at, firesAt, alert }: Evaluation): void {
  const file = join(scene.folder, `${alertname}.yml`);
  const expected = [
    ...at.map((eval_time) => ({ eval_time, alertname, exp_alerts: [] })),
    ...firesAt.map((eval_time) => ({ eval_time, alertname, exp_alerts: [alert] })),
  ];
  const tests = [{ interval, input_series: series, alert_rule_test: expected }];
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(alertsFile)], tests }));
  expect(promtool(['test', 'rules', file])).toContain('SUCCESS');
}

const renameSlug = (from: string, to: string) =>
  query(scene.databaseUrl, `ALTER TABLE "organization" RENAME COLUMN "${from}" TO "${to}"`);

describe.skipIf(missing)('an alert fires by its cause and clears', { timeout: 600_000 }, () => {
  it('and has no mistakes, nor have the metrics', async () => {
    promtool(['check', 'rules', alertsFile]);
    const metrics = await fetch(`http://127.0.0.1:${scene.metrics}/metrics`);
    expect(promtool(['check', 'metrics'], await metrics.text())).toBe('');
  });

  it('none without a cause', async () => {
    await pause(4_000);
    expect(await scene.prometheus.firing()).toEqual([]);
  });

  it.concurrent('ClockSkew', async () => {
    process.kill(scene.product().pid, 'SIGUSR2');
    await rehearse('ClockSkew', {
      remedy: async () => process.kill(scene.product().pid, 'SIGUSR2'),
    });
  });

  it.concurrent('BackupOld', async () => {
    const twoDaysAgo = Math.round(Date.now() / 1_000) - 48 * 3_600;
    const old = `backup_last_success_timestamp_seconds{database="atrium"} ${twoDaysAgo}\n`;
    writeFileSync(scene.stampFile, old);
    const job = backupJob().replaceAll(/\bbackups\b/g, `${scene.folder}/backups`);
    await rehearse('BackupOld', {
      remedy: () => sh(job, scene.databaseUrl, { TEXTFILES: scene.folder }),
    });
  });

  it.concurrent('SignInAttack', async () => {
    await rehearse('SignInAttack', {
      cause: () =>
        Promise.allSettled(
          Array.from({ length: 5 }, () => scene.newClient().enterCode('a@example.org', '123456')),
        ),
      line: 'authn_login_fail',
    });
  });

  it.concurrent('InternalErrors', async () => {
    const listing = '{ organizations(first: 1) { nodes { slug } } }';
    await renameSlug('slug', 'slug2');
    await rehearse('InternalErrors', {
      cause: () => scene.person.graphql(listing).catch(() => undefined),
      line: 'graphql.failed',
      remedy: () => renameSlug('slug2', 'slug'),
    });
  });

  it.concurrent('SlowRequests and RefusedRequests', async () => {
    await Promise.all([
      rehearse('SlowRequests', { cause: () => lockUsers(scene) }),
      rehearse('RefusedRequests', { line: 'viewerId' }),
    ]);
  });

  it.concurrent('MailDelayed, then MailUnsure and CrashLoop', async () => {
    await scene.mailProxy.setState('refuse');
    await rehearse('MailDelayed', {
      cause: () =>
        scene
          .newClient()
          .requestCode(`${Date.now()}@example.org`)
          .catch(() => null),
      line: 'mail.failed',
      remedy: () => {
        const [, reason] = /"reason":"(\w+)"[^\n]*"mail.failed"/.exec(scene.product().log) ?? [];
        expect(sectionOf('MailDelayed')).toContain(`| \`${reason}\`, `);
        return scene.mailProxy.setState('pass');
      },
    });
    await Promise.all([
      rehearse('MailUnsure', {
        cause: () => killDuringMail(scene),
        remedy: async () => {
          const unsure = await query(scene.databaseUrl, codeIn(sectionOf('MailUnsure'), 'sql'));
          expect(unsure).toContainEqual(expect.objectContaining({ isCode: true }));
        },
      }),
      rehearse('CrashLoop', {
        cause: async () => {
          const [pid] = liveWorkers(scene);
          if (pid && (await isFiring('MailUnsure'))) process.kill(pid, 'SIGKILL');
        },
        line: 'worker.ended',
      }),
    ]);
  });

  it('DatabaseDown', async () => {
    const [, command = ''] = /`(psql [^`]+)`/.exec(sectionOf('DatabaseDown')) ?? [];
    const psql = () => sh(command, scene.primary.url);
    await rehearse('DatabaseDown', {
      cause: () => scene.primary.setState('refuse'),
      remedy: async () => {
        expect(await psql()).toContain('refused');
        await scene.primary.setState('pass');
        expect(await psql()).toContain('1 row');
      },
    });
  });

  it('InstanceDown', async () => {
    await scene.product().stop();
    await rehearse('InstanceDown', { remedy: () => scene.startAgain() });
  });

  // A second instance, which alone loses the database, would need a cluster of its own.
  it('DatabaseUnreachable, with made-up values and its own times', () => {
    tested.add('DatabaseUnreachable');
    const up = (instance: string, values: string) => ({
      series: `atrium_database_up{instance="${instance}"}`,
      values,
    });
    const summary = 'two does not reach the database, but others do.';
    evaluate('DatabaseUnreachable', {
      interval: '15s',
      // Both lose it after ten minutes.
      series: [up('one', '1x39 0x20'), up('two', '1x9 0x50')],
      at: ['2m', '11m'],
      firesAt: ['5m'],
      alert: { exp_labels: { instance: 'two', severity: 'page' }, exp_annotations: { summary } },
    });
  });

  // No cheap cause makes a process take that much memory.
  it('HighMemory, with made-up values and its own times', () => {
    tested.add('HighMemory');
    const labels = { instance: 'one', worker: '1', severity: 'ticket' };
    const summary = 'Process 1 of one uses more than 600 MB.';
    const series = 'atrium_process_memory_bytes{instance="one", worker="1"}';
    evaluate('HighMemory', {
      interval: '1m',
      series: [{ series, values: '500e6x5 700e6x20 500e6x5' }],
      at: ['5m', '15m', '27m'],
      firesAt: ['22m'],
      alert: { exp_labels: labels, exp_annotations: { summary } },
    });
  });

  it('each of them', () => {
    const names = readFileSync(alertsFile, 'utf8').matchAll(/alert: (\w+)/g);
    expect([...tested].sort()).toEqual(Array.from(names, ([, name]) => name).sort());
  });
});
