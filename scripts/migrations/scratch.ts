/** Empty databases to try migrations on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/database/embedded.ts';

type Work<Result> = (url: string) => Promise<Result>;

/** Runs `work` with the URL of a new PostgreSQL, which is deleted afterwards. */
export async function withScratchPostgres<Result>(work: Work<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-scratch-'));
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const postgres = await startEmbedded({ dataDir, settings });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
