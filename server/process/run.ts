import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { createLog, type Log } from '#server/log/log.ts';
import { setTracing, stopTracing } from '#server/log/tracing.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { logProgress, reportError, say, step } from '#server/progress.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { prepare } from './prepare.ts';

/** Ctrl-C may arrive twice, from the terminal and from npm. */
const repeatMs = 500;

type OnSignal = {
  /** Called once. `isBalanced` is true for SIGTERM, which a supervisor behind a load balancer sends. */
  stop(isBalanced: boolean): void;
  force(): void;
};

function stopOnSignal({ stop, force }: OnSignal): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        stop(signal === 'SIGTERM');
      } else if (performance.now() - first > repeatMs) force();
    });
  }
}

/** Exits unfinished after this time, because supervisors usually kill the process soon after 20 s. */
const exitAfterMs = 19_000;
/** At least this much of it is for what is in flight, however long the process drains. */
const finishMs = 11_000;

/** Distinguishes a crash, after which scripts/bootstrap.mjs restarts the process, from a failed start. */
const crashExitCode = 70;

function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** Undefined unless a port for metrics is set: the library isn't loaded then. */
async function loadMetrics({ metricsPort }: Settings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import('#server/metrics/metrics.ts');
  return createMetrics(metricsPort);
}

async function startTracing({ traces, trustedProxies }: Settings): Promise<void> {
  if (!traces) return;
  const { createTracing } = await import('#server/tracing.ts');
  setTracing(await createTracing(trustedProxies, process.env));
}

function logFailures(log: Log): void {
  // One unhandled rejection must not abort other requests.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'process.failed'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.failed');
    process.exit(crashExitCode);
  });
}

function greet({ appName, baseUrl, demo, devInbox, sampleAccounts }: Settings): void {
  const [admin, user] = sampleAccounts.map(({ email }) => email);
  say('');
  say(`  ${appName} is ready: ${baseUrl}`);
  if (demo) {
    say(`  Sign in as ${admin} or ${user} with the code 000000.`);
  }
  if (devInbox) {
    say(`  Sign in as ${admin}, ${user} or with any other address.`);
    say(`  The code appears at ${baseUrl}/dev/inbox`);
  }
  say('');
}

/**
 * Runs the server until it receives a signal. A failed start is reported and exits with code 1. `program` is the file
 * that worker processes run.
 */
export async function run({ program }: { program: string }): Promise<void> {
  try {
    const settings = loadSettings();
    const metrics = await loadMetrics(settings);
    await startTracing(settings);
    const log = createLog(settings.logLevel, {
      worker: cluster.worker?.id,
      metricsObserver: metrics?.observe,
    });
    logFailures(log);
    if (settings.production && settings.logLevel !== 'silent') logProgress(log);
    if (!cluster.isWorker) return await runPrimary({ settings, log, metrics, program });
    const { runWorker } = await import('./worker.ts');
    await runWorker({ settings, log, metrics });
  } catch (error) {
    reportError(error);
    process.exit(1);
  }
}

async function runPrimary(deps: PrimaryDeps): Promise<void> {
  const { settings, log, metrics } = deps;
  const { version } = packageJson;
  log.info({ version, ...readBuildInfo(), node: process.version }, 'process.started');
  for (const setting of settings.providers.missing) {
    log.warn({ setting }, 'settings.provider_incomplete');
  }
  const { databaseUrl, secret, stop: stopDatabase } = await prepare(settings, log);
  const open = async () => {
    await metrics?.serve({ settings, databaseUrl, log });
    return openPort({ ...deps, databaseUrl, secret });
  };
  const { close, kill } = await open().catch(async (error) => {
    await stopDatabase();
    throw error;
  });
  stopOnSignal({
    async stop(isBalanced) {
      const drainMs = isBalanced ? settings.drainMs : 0;
      setTimeout(() => process.exit(1), Math.max(exitAfterMs, drainMs + finishMs)).unref();
      try {
        await close(drainMs);
        metrics?.close();
        await stopDatabase();
        await stopTracing();
        process.exit(0);
      } catch (error) {
        reportError(error);
        process.exit(1);
      }
    },
    force() {
      kill();
      process.exit(1);
    },
  });
  if (settings.production) log.info({ url: settings.baseUrl }, 'process.ready');
  else greet(settings);
}

type PrimaryDeps = {
  settings: Settings;
  log: Log;
  metrics: Metrics | undefined;
  program: string;
};

type PortDeps = PrimaryDeps & { databaseUrl: string; secret: string };

async function openPort(deps: PortDeps) {
  const { settings, log, program, databaseUrl, secret } = deps;
  const { port, processes } = settings;
  if (processes === 1) {
    return step(`Opening port ${port}`, async () => {
      const { startInstance } = await import('./instance.ts');
      const { stop } = await startInstance(deps);
      return { close: stop, kill() {} };
    });
  }
  return step(`Opening port ${port} in ${processes} processes`, async () => {
    const { startWorkers } = await import('./workers.ts');
    const env = {
      DATABASE_URL: databaseUrl,
      DATABASE_URL_FILE: '',
      AUTH_SECRET: secret,
      AUTH_SECRET_FILE: '',
    };
    return startWorkers({ program, env, count: processes, log });
  });
}
