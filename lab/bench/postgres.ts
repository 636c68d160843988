import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';

export type BenchPostgres = { url: string; superuserUrl: string; pid: number };

/** Runs `work` on a database of its own, which holds no rows yet. */
export async function withPostgres<Result>(
  work: (postgres: BenchPostgres) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const {
    url,
    superuserUrl,
    pid = 0,
    stop,
  } = await startEmbedded({
    dataDir,
    settings: { shared_buffers: '512MB', ...settings },
  });
  try {
    await migrate(url);
    return await work({ url, superuserUrl, pid });
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
