/** A Prometheus that evaluates docs/monitoring/alerts.yml every second. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '#lab/support/debian-packages.ts';
import { until } from '#lab/support/wait.ts';
import { freePort } from '#tests/support/product.ts';

export const alertsFile = 'docs/monitoring/alerts.yml';

/** Shortens what an alert waits for, so that a test needs seconds. Thresholds stay, except for the age of a mail. */
const shortened = () =>
  readFileSync(alertsFile, 'utf8')
    .replace(/for: \w+/g, 'for: 2s')
    .replace(/\[\w+\]/g, '[20s]')
    .replace('atrium_mail_delay_seconds) > 60', 'atrium_mail_delay_seconds) > 5');

/** Runs promtool and returns its output. Throws if it fails. */
export function promtool(args: readonly string[], input = ''): string {
  const options = { env: systemEnv, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('promtool', args, options);
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout + stderr;
}

/** @param targets ports by job */
export async function startPrometheus(targets: Readonly<Record<string, number>>) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-prometheus-'));
  writeFileSync(join(folder, 'alerts.yml'), shortened());
  const jobs = Object.entries(targets).map(([name, port]) => ({
    job_name: name,
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  }));
  const times = { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' };
  // JSON is YAML.
  const config = { global: times, rule_files: ['alerts.yml'], scrape_configs: jobs };
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, JSON.stringify(config));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { cwd: folder, env: systemEnv, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);

  async function ask(path: string) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await response.json()) as { data: Answer }).data;
  }
  const areScraped = async () => {
    const { result } = await ask('query?query=up==1').catch(() => ({ result: [] }));
    return result.length === jobs.length;
  };
  await until('all jobs are scraped', areScraped);

  return {
    async firing(): Promise<string[]> {
      const { alerts } = await ask('alerts');
      const names = alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      process.removeListener('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Answer = {
  alerts: { state: string; labels: { alertname: string } }[];
  result: unknown[];
};
