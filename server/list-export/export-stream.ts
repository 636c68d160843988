/** Reads an export page by page, each after the client has taken the previous one. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, delegateOf } from '#server/database/client.ts';
import { beyond } from '#server/graphql/building/keyset.ts';
import { asStream, startCompression } from '#server/http/exchange.ts';
import type { ExportFormat } from './formats.ts';
import type { ExportRow, ListExport, Order } from './list-export.ts';

/** Formatted in one turn of the event loop. */
const pageSize = 100;

const stalledMs = 30_000;

type Reading = {
  database: Database;
  order: Order;
  conditions: object[];
  /** @throws if the viewer may no longer read the rows */
  requireRights(): Promise<void>;
};

/** Reads rows by keyset pagination: one statement per page, with a cost independent of its depth. */
async function* readPages({ model }: ListExport, reading: Reading) {
  const { database, conditions, requireRights } = reading;
  const { field: column, direction } = reading.order;
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

/** Of the error if the connection ends first. */
const closedEarly = 'ERR_STREAM_PREMATURE_CLOSE';

type OnEnd = (outcome: 'complete' | 'cancelled' | 'failed', rows: number) => void;

/**
 * Sends an export as fast as its client reads it. Breaks off if the client takes nothing for a while. `onEnd` is called
 * once, however the response ends.
 */
export function streamParts(response: Response, parts: AsyncIterable<Part>, onEnd: OnEnd) {
  let total = 0;

  async function* read(outgoing: ServerResponse) {
    let timer: NodeJS.Timeout | undefined;
    try {
      for await (const { text, rows } of parts) {
        total += rows;
        timer = setTimeout(() => outgoing.destroy(), stalledMs).unref();
        yield text;
        clearTimeout(timer);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  return asStream(response, {
    write(outgoing) {
      const steps = [Readable.from(read(outgoing)), ...startCompression(outgoing), outgoing];
      pipeline(steps).then(
        () => onEnd('complete', total),
        ({ code }) => onEnd(code === closedEarly ? 'cancelled' : 'failed', total),
      );
    },
    cancel: () => onEnd('cancelled', 0),
  });
}
