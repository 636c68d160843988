/**
 * The backup format: compressed SQL that psql understands, too. The first line describes the backup, the last one has
 * the row count of each table and a checksum of everything before it.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { CliError } from '#server/progress.ts';
import { type BackupTable, quoted } from './backup-tables.ts';

export const backupVersion = 1;

const headerSchema = z.strictObject({
  format: z.literal('atrium-backup'),
  version: z.literal(backupVersion),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.string()),
});
const trailerSchema = z.strictObject({ rows: z.record(z.string(), z.int()), sha256: z.string() });

export type BackupHeader = z.infer<typeof headerSchema>;
type Trailer = z.infer<typeof trailerSchema>;

/** Ends the rows of a table. No row looks like it. */
const endOfRows = Buffer.from('\\.\n');
const newLine = 0x0a;
/** In bytes. No backup has longer lines: rows take a few kilobytes. */
const longestLine = 64 * 1024 * 1024;

const broken = (reason: string, options?: ErrorOptions) =>
  new CliError(
    `The file is no complete backup: ${reason}.`,
    'Use another copy of it, or an earlier backup. Nothing was changed.',
    options,
  );

/** SQL before and after the rows of `tables`, which disables triggers in between. */
export const beginText = (tables: readonly BackupTable[]) =>
  [
    'BEGIN;',
    ...tables.map(({ name }) => `ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER;`),
    `TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')};`,
    '',
  ].join('\n');
export const endText = (tables: readonly BackupTable[]) =>
  [
    ...tables.map(({ name }) => `ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER;`),
    'COMMIT;',
    '',
  ].join('\n');

export const copyText = ({ name, columns }: BackupTable) =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM stdin;`;

/** A part of a backup. The rows of a table must be read before the next part. */
export type BackupPart =
  | { kind: 'table'; name: string; columns: string[]; rows: AsyncGenerator<Buffer> }
  | { kind: 'end'; rows: Record<string, number> };

function parseJson<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.slice('-- '.length)));
  } catch (cause) {
    throw broken('its description cannot be read', { cause });
  }
}

const identifier = '"((?:[^"]|"")+)"';
const copyLine = new RegExp(String.raw`^COPY ${identifier} \((.+)\) FROM stdin;$`);

export function readBackup(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let buffer: Buffer = Buffer.alloc(0);

  /** @throws {CliError} at the end of the file, or if it is damaged */
  async function more(): Promise<void> {
    const next = await source.next().catch((cause) => {
      throw broken('it is damaged', { cause });
    });
    if (next.done) throw broken('its end is missing');
    if (buffer.length > longestLine) throw broken('it is damaged');
    buffer = Buffer.concat([buffer, next.value]);
  }

  function take(length: number): Buffer {
    const taken = buffer.subarray(0, length);
    buffer = buffer.subarray(length);
    return taken;
  }

  async function readLine(): Promise<Buffer> {
    let end = buffer.indexOf(newLine);
    while (end < 0) {
      await more();
      end = buffer.indexOf(newLine);
    }
    return take(end + 1);
  }

  async function* readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (buffer.subarray(0, endOfRows.length).equals(endOfRows)) {
        hash.update(take(endOfRows.length));
        return;
      }
      const end = buffer.indexOf('\n\\.\n');
      const length = (end < 0 ? buffer.lastIndexOf(newLine) : end) + 1;
      if (length === 0) await more();
      else {
        const rows = take(length);
        hash.update(rows);
        yield rows;
      }
    }
  }

  async function* readParts(): AsyncGenerator<BackupPart> {
    for (;;) {
      const line = await readLine();
      const text = line.toString().trimEnd();
      if (text.startsWith('-- ')) {
        const trailer: Trailer = parseJson(trailerSchema, text);
        if (trailer.sha256 !== hash.digest('hex'))
          throw broken('it is damaged, since its checksum differs');
        yield { kind: 'end', rows: trailer.rows };
        return;
      }
      hash.update(line);
      const [, name, columns = ''] = copyLine.exec(text) ?? [];
      if (!name) continue;
      const names = [...columns.matchAll(new RegExp(identifier, 'g'))].map(([, each = '']) => each);
      const plain = (quotedName: string) => quotedName.replaceAll('""', '"');
      yield { kind: 'table', name: plain(name), columns: names.map(plain), rows: readRows() };
    }
  }

  return {
    /** @throws {CliError} if the file isn't a backup, or has a different format */
    async readHeader(): Promise<BackupHeader> {
      const line = await readLine();
      hash.update(line);
      return parseJson(headerSchema, line.toString());
    },
    readParts,
  };
}
