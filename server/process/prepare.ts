/** Startup work done once before the port opens, however many processes serve it. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeDataDir } from '@atrium/embedded-postgres/data-dir';
import type { SeedOptions } from '#prisma/seed.ts';
import {
  connectionsOf,
  waitForDatabase,
  warnOfClockSkew,
  warnOfScarceConnections,
} from '#server/database/connection.ts';
import { migrate, requireMigratedRoles } from '#server/database/migrations/migrate.ts';
import type { Log } from '#server/log/log.ts';
import { step } from '#server/progress.ts';
import type { Settings } from '#server/settings.ts';

/** Returns the configured secret. In local mode, generates one and stores it in DATA_DIR. */
function loadSecret({ authSecret, dataDir }: Settings): string {
  if (authSecret) return authSecret;
  const file = resolve(dataDir, 'auth-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  makeDataDir(dataDir);
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}

async function openDatabase({ databaseUrl, dataDir, processes }: Settings) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  return step('Starting the database', async () => {
    const { startEmbedded } = await import('#server/database/embedded.ts');
    // PostgreSQL's default is 100. Commands connect, too.
    const connections = Math.max(100, connectionsOf(processes) + 20);
    return startEmbedded({ dataDir, settings: { max_connections: String(connections) } });
  });
}

async function addSamples(url: string, options?: SeedOptions): Promise<void> {
  const { createDatabase, inBackground } = await import('#server/database/client.ts');
  const { seedOnce, seedTimeout } = await import('#prisma/seed.ts');
  // Another instance may be adding them, so allow time to wait for it.
  const database = createDatabase(url, { ...inBackground, timeout: seedTimeout });
  try {
    await seedOnce(database, options);
  } finally {
    await database.$disconnect();
  }
}

/**
 * Starts the embedded database if used, migrates, and adds sample data outside production.
 *
 * @throws {CliError} with the step, the cause and a hint
 */
export async function prepare(settings: Settings, log: Log) {
  const secret = loadSecret(settings);
  const { url, stop } = await openDatabase(settings);
  const direct = settings.databaseDirectUrl ?? url;
  try {
    if (settings.production) {
      await step('Connecting to the database', () => waitForDatabase(direct, log));
    }
    if (settings.databaseUrl) await warnOfClockSkew(direct, log);
    if (settings.demo) {
      const { requireDemoDatabase } = await import('#server/database/migrations/demo-database.ts');
      await step('Checking the demo database', () => requireDemoDatabase(direct));
    }
    const { applied } = await step('Bringing the database up to date', async () => {
      requireMigratedRoles();
      return migrate(direct, undefined, (migration, text) =>
        log.info({ migration, text }, 'migration.notice'),
      );
    });
    if (applied.length > 0) log.info({ migrations: applied }, 'database.migrated');
    if (settings.processes > 1) await warnOfScarceConnections(direct, settings.processes, log);
    if (settings.mode !== 'production') {
      const { demo, organizations } = settings;
      await addSamples(url, { onlyOnboarded: demo !== undefined, organizations });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl: url, secret, stop };
}
