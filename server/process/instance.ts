import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '@atrium/fair-admission';
import { createApp, loadAccelerators } from '#server/app.ts';
import { createDatabase, inBackground } from '#server/database/client.ts';
import { admissionLimits } from '#server/http/admission.ts';
import { serveApp } from '#server/http/listen.ts';
import type { Log } from '#server/log/log.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { Settings } from '#server/settings.ts';

/** Unsent mails stay in the outbox. */
const backgroundStopMs = 4_000;

type InstanceDeps = {
  settings: Settings;
  databaseUrl: string;
  secret: string;
  log: Log;
  metrics?: Metrics | undefined;
  isComplete?: () => boolean;
};

/**
 * Serves on the port until `stop` is called.
 *
 * @throws {CliError} if the port is taken
 */
export async function startInstance(deps: InstanceDeps) {
  const { settings, databaseUrl, metrics } = deps;
  const database = createDatabase(databaseUrl);
  const background = createDatabase(databaseUrl, inBackground);
  const disconnect = () => Promise.all([database.$disconnect(), background.$disconnect()]);
  const admission = createAdmission(admissionLimits);
  const app = createApp({
    ...deps,
    database,
    background,
    listenUrl: settings.databaseDirectUrl ?? databaseUrl,
    admission,
    accelerators: await loadAccelerators(settings),
  });
  const serve = async () => {
    await app.takeOverSecrets();
    return serveApp({ app, settings });
  };
  const port = await serve().catch(async (error) => {
    await disconnect();
    throw error;
  });
  metrics?.watch(app.processState);
  app.worker.start();
  app.cleanup.start();

  return {
    /** Keeps serving for `drainMs`, so that load balancers notice, and then finishes what is in flight. */
    async stop(drainMs: number): Promise<void> {
      app.drain();
      await sleep(drainMs);
      app.stopChanges();
      await port.close();
      const background = Promise.all([app.cleanup.stop(), app.worker.stop()]);
      await Promise.race([background, sleep(backgroundStopMs)]);
      await disconnect();
    },
  };
}
