import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withConnection } from '#server/database/connections/connection.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { CliError } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import { type BackupHeader, type BackupPart, readBackup } from './backup-file.ts';
import { type BackupTable, quoted, readMigrations, readTables } from './backup-tables.ts';

const migrationsFolder = fromRoot('prisma', 'migrations');

async function* readFile(file: string): AsyncGenerator<Buffer> {
  const compressed = createReadStream(file);
  const text = createGunzip();
  compressed.on('error', (error) => text.destroy(error));
  yield* compressed.pipe(text);
}

/** @throws {CliError} if the file is damaged */
async function requireIntact(file: string): Promise<void> {
  const backup = readBackup(readFile(file));
  await backup.readHeader();
  for await (const part of backup.readParts()) {
    if (part.kind === 'table') await finished(Readable.from(part.rows).resume());
  }
}

/**
 * Migrates an empty database to the state of the backup.
 *
 * @throws {CliError} if the database isn't empty and in a different state
 */
async function requireSameState(url: string, header: BackupHeader): Promise<void> {
  const newer = header.migrations.filter((name) => !existsSync(join(migrationsFolder, name)));
  if (newer.length > 0) {
    throw new CliError(
      `The backup is of another version, which has the migrations ${newer.join(', ')}.`,
      'Restore it with the version that made it, or a later one.',
    );
  }
  const present = await withConnection(url, readMigrations);
  if (!present) {
    await migrate(url, migrationsFolder, undefined, header.migrations);
    return;
  }
  const difference = [
    ...present.filter((name) => !header.migrations.includes(name)),
    ...header.migrations.filter((name) => !present.includes(name)),
  ];
  if (difference.length > 0) {
    throw new CliError(
      `The database and the backup differ by the migrations ${difference.join(', ')}.`,
      'Restore into a database without tables: it is migrated to the state of the backup, and then to the present one.',
    );
  }
}

const filledByMigrations = ['row_count'];

async function requireEmpty(client: Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    if (filledByMigrations.includes(name)) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount) {
      throw new CliError(
        `The database is not empty: it has rows in ${name}.`,
        'Restore into an empty one, or add --replace to delete what is there.',
      );
    }
  }
}

type TablePart = Extract<BackupPart, { kind: 'table' }>;

async function copyRows(client: Client, part: TablePart, table: BackupTable | undefined) {
  const { name, columns } = part;
  const unknown = table ? columns.find((column) => !table.columns.includes(column)) : name;
  if (unknown) {
    throw new CliError(
      `The database has no ${unknown}.`,
      'Restore into a database without tables.',
    );
  }
  const list = columns.map(quoted).join(', ');
  const stream = client.query(copyFrom(`COPY ${quoted(name)} (${list}) FROM STDIN`));
  await pipeline(Readable.from(part.rows), stream);
  return stream.rowCount;
}

async function copyTables(
  client: Client,
  parts: AsyncIterable<BackupPart>,
  tables: readonly BackupTable[],
): Promise<Record<string, number>> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const rows: Record<string, number> = {};
  for await (const part of parts) {
    if (part.kind === 'table') {
      rows[part.name] = await copyRows(client, part, byName.get(part.name));
      continue;
    }
    for (const [name, count] of Object.entries(part.rows)) {
      if (rows[name] === count) continue;
      throw new CliError(
        `The table ${name} got ${rows[name] ?? 0} rows, not ${count}.`,
        'Nothing was changed. Use another copy of the backup.',
      );
    }
  }
  return rows;
}

type Index = { name: string; definition: string };

/** Drops indexes that no constraint needs. Building them after the rows takes a tenth of the time. */
async function dropIndexes(client: Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `SELECT quote_ident(c.relname) AS "name", pg_get_indexdef(c.oid) AS "definition"
     FROM pg_index JOIN pg_class c ON c.oid = indexrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND NOT indisunique
       AND NOT c.relispartition AND indisvalid`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows;
}

const discardQueuedMails = `UPDATE "mail" SET "state" = 'expired', "payload" = NULL WHERE "state" = 'pending'`;

const forAll = (tables: readonly BackupTable[], action: string) =>
  tables.map(({ name }) => `ALTER TABLE ${quoted(name)} ${action}`).join(';');

/**
 * Restores `file` in one transaction, then applies newer migrations. Returns row counts by table. `replace` deletes
 * existing rows, and `sendMails` keeps emails queued, which the original may have sent since.
 *
 * @throws {CliError} if the file is damaged or from a later version, or the database isn't empty and `replace` is off
 */
export async function restoreBackup(
  url: string,
  file: string,
  { replace = false, sendMails = false } = {},
): Promise<Record<string, number>> {
  if (!existsSync(file)) throw new CliError(`There is no file ${file}.`, 'Check its path.');
  const backup = readBackup(readFile(file));
  const header = await backup.readHeader();
  await requireSameState(url, header);
  const restored = await withConnection(url, async (client) => {
    await client.query('SET statement_timeout = 0');
    await client.query('BEGIN');
    const tables = await readTables(client);
    // Triggers would repeat the counts, notifications and limits that the backup already contains.
    await client.query(forAll(tables, 'DISABLE TRIGGER USER'));
    if (!replace) await requireEmpty(client, tables);
    await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    const indexes = await dropIndexes(client);
    const rows = await copyTables(client, backup.readParts(), tables);
    for (const { definition } of indexes) await client.query(definition);
    for (const [name, value] of Object.entries(header.sequences)) {
      await client.query('SELECT setval($1, $2)', [quoted(name), value]);
    }
    if (!sendMails) await client.query(discardQueuedMails);
    await client.query(forAll(tables, 'ENABLE TRIGGER USER'));
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return rows;
  }).catch(async (error) => {
    // PostgreSQL rejects damaged rows before their checksum is compared.
    if (!(error instanceof CliError)) await requireIntact(file);
    throw error;
  });
  await migrate(url);
  return restored;
}
