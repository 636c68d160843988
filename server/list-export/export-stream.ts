/** Reads an export page by page, each after the client has taken the previous one. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { Database } from '#server/database/client.ts';
import { delegateOf } from '#server/database/models.ts';
import { beyond } from '#server/graphql/building/connection.ts';
import type { ExportFormat } from './formats.ts';
import type { ExportRow, ListExport, readOrder } from './list-export.ts';

/** Formatted in one turn of the event loop. */
const pageSize = 100;

export const stalledMs = 30_000;

type Reading = ReturnType<typeof readOrder> & {
  database: Database;
  conditions: object[];
  /** @throws if the viewer may no longer read the rows */
  requireRights(): Promise<void>;
};

/** Reads rows by keyset pagination: one statement per page, with a cost independent of its depth. */
async function* readPages({ model }: ListExport, reading: Reading) {
  const { database, conditions, requireRights, column, direction } = reading;
  const operator = direction === 'asc' ? 'gt' : 'lt';
  let bound: object[] = [];
  for (;;) {
    await requireRights();
    const rows: ExportRow[] = await delegateOf(database, model).findMany({
      where: { AND: [...conditions, ...bound] },
      orderBy: [{ [column]: direction }, { id: direction }],
      take: pageSize,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < pageSize) return;
    bound = [beyond(column, { value: last[column] as string | Date, id: last.id }, operator)];
  }
}

type Part = { text: string; rows: number };

export async function* readParts(
  declared: ListExport,
  format: ExportFormat,
  reading: Reading,
): AsyncGenerator<Part> {
  const header = format.header(declared);
  if (header) yield { text: header, rows: 0 };
  for await (const rows of readPages(declared, reading)) {
    yield { text: format.lines(declared, rows), rows: rows.length };
  }
}

type Watched = {
  /** Breaks off the response. */
  closeConnection(): void;
  /** Called once, however the stream ends. */
  onEnd(outcome: 'complete' | 'cancelled' | 'failed', rows: number): void;
};

async function* encodeParts(parts: AsyncIterable<Part>, { closeConnection, onEnd }: Watched) {
  const encoder = new TextEncoder();
  let outcome: Parameters<typeof onEnd>[0] = 'cancelled';
  let total = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectReading = () => {
    timer = setTimeout(closeConnection, stalledMs).unref();
  };
  try {
    expectReading();
    yield new Uint8Array();
    clearTimeout(timer);
    for await (const { text, rows } of parts) {
      total += rows;
      expectReading();
      yield encoder.encode(text);
      clearTimeout(timer);
    }
    outcome = 'complete';
  } catch {
    outcome = 'failed';
    closeConnection();
  } finally {
    clearTimeout(timer);
    onEnd(outcome, total);
  }
}

/** Streams an export as fast as it is read. Breaks off if the client takes nothing for a while. */
export async function streamParts(parts: AsyncIterable<Part>, watched: Watched) {
  const bytes = encodeParts(parts, watched);
  // Enters `try`, so that `onEnd` is called even if the stream is never read.
  await bytes.next();
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>;
}
