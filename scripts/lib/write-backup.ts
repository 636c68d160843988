import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '#server/database/connections/connection.ts';
import { CliError } from '#server/progress.ts';
import { type BackupHeader, backupVersion, beginText, copyText, endText } from './backup-file.ts';
import {
  type BackupTable,
  quoted,
  readMigrations,
  readSequences,
  readTables,
} from './backup-tables.ts';

/** Takes half the time of the default level, for a tenth more bytes. */
const compression = { level: 4 };

/** A table's rows as PostgreSQL sends them. Adds their number to `rows`. */
async function* tableText(
  client: Client,
  table: BackupTable,
  rows: Record<string, number>,
): AsyncGenerator<Buffer | string> {
  const { name, columns } = table;
  yield `${copyText(table)}\n`;
  const list = columns.map(quoted).join(', ');
  const stream = client.query(copyTo(`COPY (SELECT ${list} FROM ${quoted(name)}) TO STDOUT`));
  yield* stream;
  rows[name] = stream.rowCount;
  yield '\\.\n';
}

async function* backupText(client: Client, rows: Record<string, number>) {
  const migrations = await readMigrations(client);
  if (!migrations) {
    throw new CliError('The database has no tables.', 'Check DATABASE_URL or DATA_DIR.');
  }
  const header: BackupHeader = {
    format: 'atrium-backup',
    version: backupVersion,
    createdAt: new Date().toISOString(),
    migrations,
    sequences: await readSequences(client),
  };
  yield `-- ${JSON.stringify(header)}\n`;
  const tables = await readTables(client);
  yield beginText(tables);
  for (const table of tables) yield* tableText(client, table, rows);
  yield endText(tables);
}

async function* withTrailer(
  text: AsyncIterable<Buffer | string>,
  rows: Record<string, number>,
): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  for await (const part of text) {
    hash.update(part);
    yield part;
  }
  yield `-- ${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}

/**
 * Backs up the database at `url` to `file`, from one snapshot and without stopping anything. Returns row counts by
 * table.
 *
 * @throws {CliError} if the file exists, its folder doesn't, or the database has no tables
 */
export async function writeBackup(url: string, file: string): Promise<Record<string, number>> {
  if (existsSync(file)) {
    throw new CliError(`${file} exists.`, 'Choose another file: backups are not overwritten.');
  }
  if (!existsSync(dirname(file))) {
    throw new CliError(`There is no folder ${dirname(file)}.`, 'Create it, or mount its disk.');
  }
  const partial = `${file}.part`;
  if (existsSync(partial)) {
    throw new CliError(
      `${partial} exists: another backup is being written to it, or one was interrupted.`,
      'If no other backup is running, delete it. Otherwise choose another file.',
    );
  }
  const discard = () => rmSync(partial, { force: true });
  // Backups contain email addresses and token hashes, so only the owner may read them.
  const options = { flags: 'wx', mode: 0o600, flush: true };
  const rows: Record<string, number> = {};
  try {
    await withConnection(url, async (client) => {
      await client.query('SET statement_timeout = 0');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await pipeline(
        Readable.from(withTrailer(backupText(client, rows), rows)),
        createGzip(compression),
        // A signal ends the process without an error here. Until the file is open, it may be another run's.
        createWriteStream(partial, options).once('open', () => process.once('exit', discard)),
      );
      await client.query('COMMIT');
    });
    await rename(partial, file);
  } catch (error) {
    // The partial file belongs to another run that writes the same file.
    if ((error as { code?: string }).code !== 'EEXIST') discard();
    throw error;
  } finally {
    process.removeListener('exit', discard);
  }
  return rows;
}
