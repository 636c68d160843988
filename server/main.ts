/** The server process: reads settings, opens the database, listens, drains. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { createDatabase, inBackground } from './database/client.ts';
import { makeDataDir } from './database/embedded/data-dir.ts';
import { startEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrate.ts';
import { createAdmission } from './http/admission.ts';
import { serveApp } from './http/serve.ts';
import { createLog } from './log/log.ts';
import { reportError, say, step } from './progress.ts';
import { readSettings, type Settings } from './settings.ts';

/** How long mail deliveries and the cleanup may take to end. Other mails stay in the outbox. */
const backgroundMilliseconds = 4_000;
/** When the process exits in any case. Supervisors usually kill it soon after. */
const exitMilliseconds = 19_000;

/** Lets scripts/bootstrap.mjs tell a crash, after which it restarts, from a start that failed. */
const crashExitCode = 70;

function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** The secret of the settings. Local mode generates one and stores it in DATA_DIR. */
function loadSecret({ authSecret, dataDir }: Settings): string {
  if (authSecret) return authSecret;
  const file = resolve(dataDir, 'auth-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  makeDataDir(dataDir);
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}

async function openDatabase(settings: Settings) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: async () => {} };
  return step('Starting the database', () => startEmbedded({ dataDir: settings.dataDir }));
}

function greet({ appName, baseUrl, devInbox, mode }: Settings): void {
  say('');
  say(`  ${appName} is ready: ${baseUrl}`);
  if (mode === 'demo') {
    say('  Sign in as admin@example.com or user@example.com with the code 000000.');
  }
  if (devInbox) {
    say('  Sign in as admin@example.com, user@example.com or with any other address.');
    say(`  The code appears at ${baseUrl}/dev/inbox`);
  }
  say('');
}

/**
 * Starts the server, which runs until it receives a signal.
 *
 * @throws {CliError} with the step, the cause and a hint if it cannot start
 */
export async function main(): Promise<void> {
  const settings = loadSettings();
  const secret = loadSecret(settings);
  const log = createLog(settings.logLevel);
  for (const setting of settings.missing) {
    log.warn({ setting }, 'settings.provider_incomplete');
  }
  // A rejection that nothing handles must not end the requests of others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'process.failed'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.failed');
    process.exit(crashExitCode);
  });
  const opened = await openDatabase(settings);
  const cleanUps: (() => Promise<void>)[] = [() => opened.stop()];
  const end = onlyOnce(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  try {
    if (settings.mode === 'demo') {
      const { requireDemoDatabase } = await import('./database/demo-database.ts');
      await step('Checking the demo database', () => requireDemoDatabase(opened.url));
    }
    await step('Bringing the database up to date', () => migrate(opened.url));
    const database = createDatabase(opened.url);
    const background = createDatabase(opened.url, inBackground);
    cleanUps.push(async () => {
      await Promise.all([database.$disconnect(), background.$disconnect()]);
    });
    if (settings.mode !== 'production') {
      const { seedOnce } = await import('#prisma/seed.ts');
      await seedOnce(background, { allOnboarded: settings.mode === 'demo' });
    }
    const admission = createAdmission();
    const databaseUrl = opened.url;
    const app = createApp({
      settings,
      database,
      background,
      databaseUrl,
      secret,
      log,
      admission,
    });
    const port = await step(`Opening port ${settings.port}`, () =>
      serveApp({ app, admission, settings, log }),
    );
    app.worker.start();
    cleanUps.push(() => Promise.race([app.worker.stop(), sleep(backgroundMilliseconds)]));
    app.cleanup.start();
    cleanUps.push(() => Promise.race([app.cleanup.stop(), sleep(backgroundMilliseconds)]));
    let isBalanced = false;
    cleanUps.push(() => {
      app.drain();
      return port.close(isBalanced);
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        // SIGINT comes from a terminal, SIGTERM from a supervisor behind a load balancer.
        isBalanced = signal === 'SIGTERM';
        setTimeout(() => process.exit(1), exitMilliseconds).unref();
        end().then(
          () => process.exit(0),
          (error) => {
            reportError(error);
            process.exit(1);
          },
        );
      });
    }
    greet(settings);
  } catch (error) {
    await end();
    throw error;
  }
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

if (import.meta.main) {
  main().catch((error) => {
    reportError(error);
    process.exit(1);
  });
}
