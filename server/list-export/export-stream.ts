import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/client.ts';
import { beyond, type Direction } from '#server/graphql/building/connection.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { ExportFormat } from './formats.ts';
import type { ExportRow, ListExport } from './list-export.ts';
import { exportLimits, type OpenExport } from './open-exports.ts';

const pageSize = 500;

/** Rows that are formatted before other requests get their turn. */
const rowsPerTurn = 50;

type Reading = { database: Database; conditions: object[]; column: string; direction: Direction };

/** Reads rows by keyset pagination: one statement per page, with a cost independent of its depth. */
export async function* readPages({ find }: ListExport, reading: Reading) {
  const { database, conditions, column, direction } = reading;
  const operator = direction === 'asc' ? 'gt' : 'lt';
  let bound: object[] = [];
  for (;;) {
    const rows = await find(database, {
      where: { AND: [...conditions, ...bound] },
      orderBy: [{ [column]: direction }, { id: direction }],
      take: pageSize,
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    const value = last[column] as string | Date;
    bound = [beyond(column, { value, id: last.id }, operator)];
  }
}

type Outcome = 'complete' | 'cancelled' | 'failed';

type ExportStreamDeps = {
  declared: ListExport;
  format: ExportFormat;
  pages: AsyncGenerator<readonly object[]>;
  opened: OpenExport;
  /** @throws if the viewer may not read the remaining rows */
  requirePermission(): Promise<void>;
  /** Called once, however the stream ends. */
  onEnd(outcome: Outcome, rows: number): void;
};

/** Streams an export. Reads each page after the client has consumed the previous one, and cancels stalled clients. */
export function exportStream(deps: ExportStreamDeps): ReadableStream<Uint8Array> {
  const { declared, format, pages, opened, requirePermission, onEnd } = deps;
  const encoder = new TextEncoder();
  const closeConnection = currentRequest()?.closeConnection;
  let rows = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(outcome: Outcome): void {
    clearTimeout(timer);
    if (isOver) return;
    isOver = true;
    opened.unread = undefined;
    opened.close();
    void pages.return(undefined);
    onEnd(outcome, rows);
  }

  async function toLines(page: readonly ExportRow[]): Promise<string> {
    let lines = '';
    for (let start = 0; start < page.length; start += rowsPerTurn) {
      if (start > 0) await nextTurn();
      for (const row of page.slice(start, start + rowsPerTurn)) lines += format.line(declared, row);
    }
    return lines;
  }

  /** Breaks off the response. The adapter would print an error of the stream with its stack. */
  function breakOff(controller: ReadableStreamDefaultController, error: unknown): void {
    if (closeConnection) closeConnection();
    else controller.error(error);
  }

  function expectReading(controller: ReadableStreamDefaultController): void {
    const endUnread = () => {
      end('cancelled');
      breakOff(controller, new Error('The client stopped reading.'));
    };
    opened.unread = { since: performance.now(), end: endUnread };
    timer = setTimeout(endUnread, exportLimits.stalledMs).unref();
  }

  const nextPage = () =>
    opened.turn(async () => {
      if (rows > 0 && !isOver) await requirePermission();
      return isOver ? { value: [], done: true } : pages.next();
    });

  return new ReadableStream<Uint8Array>(
    {
      start: expectReading,
      async pull(controller) {
        clearTimeout(timer);
        opened.unread = undefined;
        const header = rows === 0 ? format.header(declared) : '';
        try {
          const { value: page = [], done } = await nextPage();
          if (isOver) return;
          rows += page.length;
          const lines = await toLines(page);
          if (isOver) return;
          if (header || lines) controller.enqueue(encoder.encode(header + lines));
          if (done) {
            controller.close();
            end('complete');
            return;
          }
        } catch (error) {
          end('failed');
          breakOff(controller, error);
          return;
        }
        expectReading(controller);
      },
      cancel: () => end('cancelled'),
    },
    { highWaterMark: 0 },
  );
}
