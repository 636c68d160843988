import type { Log } from '#server/log/log.ts';
import { stopTracing } from '#server/log/tracing.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { asCliError } from '#server/progress.ts';
import type { Settings } from '#server/settings.ts';
import { startInstance } from './instance.ts';
import { isMessage, type Order, type StartFailure } from './workers.ts';

/** Exits unfinished this long after draining, before the primary does. */
const exitAfterMs = 17_000;

type WorkerDeps = {
  settings: Settings;
  log: Log;
  metrics: Metrics | undefined;
};

/** Starts serving. Reports a failure to the primary, which knows whether this is the first start. */
export async function runWorker({ settings, log, metrics }: WorkerDeps): Promise<void> {
  const { databaseUrl = '', authSecret: secret = '' } = settings;
  let isComplete = false;
  let isStopping = false;
  const instance = await startInstance({
    settings,
    databaseUrl,
    secret,
    log,
    metrics,
    isComplete: () => isComplete,
  }).catch(fail);

  const stop = async (drainMs: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), drainMs + exitAfterMs).unref();
    await instance.stop(drainMs).catch((error) => {
      log.error({ err: error }, 'process.failed');
      process.exit(1);
    });
    await stopTracing();
    process.exit(0);
  };
  process.on('message', (message) => {
    if (!isMessage<Order>(message, 'ready', 'stop')) return;
    if (message.type === 'ready') isComplete = true;
    else void stop(message.drainMs);
  });
  // Ctrl-C in a terminal reaches every process, so let the primary decide.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => void stop(settings.drainMs));
}

function fail(error: unknown): Promise<never> {
  const { message, hint } = asCliError(error);
  const failure: StartFailure = { type: 'failed', message, hint };
  return new Promise(() => process.send?.(failure, () => process.exit(1)));
}
