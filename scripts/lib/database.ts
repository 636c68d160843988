import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { CliError, step } from '#server/progress.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { fromRoot } from './task.ts';

export function settings(): Settings {
  const file = fromRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readSettings(process.env);
}

/**
 * Runs `work` with the database's URL, starting the embedded PostgreSQL if it is used and not running. With
 * `exclusive`, throws a CliError while the product runs.
 */
export async function withDatabase<Result>(
  work: (url: string, settings: Settings) => Promise<Result>,
  { exclusive = false } = {},
): Promise<Result> {
  const current = settings();
  if (current.databaseUrl) return work(current.databaseUrl, current);
  const database = await step('Starting the database', () =>
    startEmbedded({ dataDir: fromRoot(current.dataDir), exclusive }),
  );
  try {
    return await work(database.url, current);
  } finally {
    await database.stop();
  }
}

export async function withClient<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { createDatabase, inBackground } = await import('#server/database/client.ts');
  const database = createDatabase(url, inBackground);
  try {
    return await work(database);
  } finally {
    await database.$disconnect();
  }
}

/** Resolves a path argument from the folder where npm was called. Throws a CliError with `example` if missing. */
export function requireFile(path: string | undefined, example: string): string {
  if (!path) throw new CliError('The file is missing.', `For example: ${example}`);
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

export function summary(rows: Record<string, number>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total.toLocaleString('en')} rows in ${Object.keys(rows).length} tables`;
}
