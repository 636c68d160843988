import { existsSync } from 'node:fs';
import type { Database } from '#server/database/client.ts';
import { step } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import { readDatabaseSettings, readSettings, type Settings } from '#server/settings.ts';

function loadEnvFile(): void {
  const file = fromRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

export function settings(): Settings {
  loadEnvFile();
  return readSettings(process.env);
}

/** Runs `work` with the database's URL, starting the embedded PostgreSQL if it is used and not running. */
export async function withDatabase<Result>(
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  loadEnvFile();
  const { url, dataDir } = readDatabaseSettings(process.env);
  if (url) return work(url);
  const database = await step('Starting the database', async () => {
    const { startEmbedded } = await import('#server/database/embedded.ts');
    return startEmbedded({ dataDir: fromRoot(dataDir), exclusive: false });
  });
  try {
    return await work(database.url);
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
