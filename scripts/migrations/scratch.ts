/** Empty databases to try migrations on. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '@atrium/embedded-postgres/binaries';
import { withConnection } from '#server/database/connections/connection.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { CliError } from '#server/progress.ts';

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

function explain(cause: unknown): unknown {
  const { code, message } = cause as { code?: string; message: string };
  if (code !== '42501') return cause;
  return new CliError(
    `No database can be created to try the migrations in: ${message}.`,
    'Allow it with ALTER ROLE … CREATEDB, or use a checkout, which has its own PostgreSQL.',
    { cause },
  );
}

async function withScratchDatabase<Result>(url: string, work: Work<Result>): Promise<Result> {
  const name = `atrium_plan_${randomBytes(4).toString('hex')}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  return withConnection(url, async (client) => {
    await client.query(`CREATE DATABASE "${name}" TEMPLATE template0`).catch((error) => {
      throw explain(error);
    });
    try {
      return await work(scratch.href);
    } finally {
      await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    }
  });
}

/** Runs `work` with the URL of an empty database: of a new PostgreSQL or, in an image, of the server at `url`. */
export async function withScratch<Result>(url: string, work: Work<Result>): Promise<Result> {
  const hasEmbedded = await findBinaries().then(
    () => true,
    () => false,
  );
  return hasEmbedded ? withScratchPostgres(work) : withScratchDatabase(url, work);
}
