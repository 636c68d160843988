/**
 * The product as a process: settings, database, listen, drain. The only file whose running does
 * something.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { type App, createApp } from './app.ts';
import { createDatabase } from './database/client.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { createLog } from './log.ts';
import { Failure, reportFailure, say, step } from './progress.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** How long requests in flight may take to finish when the process is asked to end. */
const drainMilliseconds = 15_000;

function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const failure = new Failure(
      error.message,
      `Correct ${error.setting} in .env or in the environment; .env.example says what it may be.`,
    );
    failure.step = 'Reading the settings';
    throw failure;
  }
}

/** The secret of the settings; on a developer's machine one is made and kept. */
function loadSecret({ authSecret, dataDir }: Settings): string {
  if (authSecret) return authSecret;
  const file = resolve(dataDir, 'auth-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}

async function openDatabase(settings: Settings) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: async () => {} };
  return step('Starting the database', () => startEmbedded({ dataDir: settings.dataDir }));
}

function listen(app: App, { host, port }: Settings) {
  return new Promise<ReturnType<typeof serve>>((done, failed) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, () => done(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      failed(
        error.code === 'EADDRINUSE'
          ? new Failure(
              `Port ${port} is already in use.`,
              `Stop the program that uses it, or choose another one: PORT=${port + 1} npm start`,
            )
          : error,
      );
    });
  });
}

function greet({ appName, baseUrl, devInbox, mode }: Settings): void {
  say('');
  say(`  ${appName} is ready: ${baseUrl}`);
  if (mode === 'demo')
    say('  Sign in as admin@example.com or user@example.com; the code is 000000.');
  if (devInbox) {
    say(`  Sign in as admin@example.com or user@example.com, or with any address.`);
    say(`  The code arrives at ${baseUrl}/dev/inbox`);
  }
  say('');
}

/**
 * Starts the product and keeps it running until it is asked to end.
 *
 * @throws {Failure} with the step, the cause and the mend if it cannot start
 */
export async function main(): Promise<void> {
  const settings = loadSettings();
  const secret = loadSecret(settings);
  const log = createLog(settings.logLevel);
  for (const setting of settings.missing) {
    log.warn({ setting }, 'settings.provider_incomplete');
  }
  const opened = await openDatabase(settings);
  const cleanUps = [() => opened.stop()];
  const end = onlyOnce(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  try {
    await step('Bringing the database up to date', () => migrate(opened.url));
    const database = createDatabase(opened.url);
    cleanUps.push(() => database.$disconnect());
    if (settings.mode !== 'production') {
      const { seedOnce } = await import('#prisma/seed.ts');
      await seedOnce(database, { everybodyOnboarded: settings.mode === 'demo' });
    }
    const app = createApp({ settings, database, databaseUrl: opened.url, secret, log });
    const server = await step(`Opening port ${settings.port}`, () => listen(app, settings));
    app.worker.start();
    cleanUps.push(() => app.worker.stop());
    app.housekeeping.start();
    cleanUps.push(() => app.housekeeping.stop());
    cleanUps.push(() => drain(app, server));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        end().then(
          () => process.exit(0),
          (error) => {
            reportFailure(error);
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

/** Tells /readyz, finishes the requests in flight and closes the port. */
async function drain(app: App, server: ReturnType<typeof serve>): Promise<void> {
  app.drain();
  const closed = new Promise<void>((done) => server.close(() => done()));
  const { closeIdleConnections, closeAllConnections } = server as unknown as {
    closeIdleConnections(): void;
    closeAllConnections(): void;
  };
  closeIdleConnections.call(server);
  const timer = setTimeout(() => closeAllConnections.call(server), drainMilliseconds);
  await closed;
  clearTimeout(timer);
}

if (import.meta.main) {
  main().catch((error) => {
    reportFailure(error);
    process.exit(1);
  });
}
