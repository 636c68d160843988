import type { ListExport } from './export.ts';
import type { ExportFormat } from './formats.ts';
import { exportLimits } from './running.ts';

type Outcome = 'complete' | 'cancelled' | 'failed';

type ExportStreamDeps = {
  declared: ListExport;
  format: ExportFormat;
  pages: AsyncGenerator<readonly object[]>;
  /** @throws if the viewer may no longer read what follows */
  requirePermission(): Promise<void>;
  /** Called once, however the stream ends. */
  onEnd(outcome: Outcome, rows: number): void;
};

/** The file of an export. A page is read once the client has taken the one before; a slow client ends it. */
export function exportStream(deps: ExportStreamDeps): ReadableStream<Uint8Array> {
  const { declared, format, pages, requirePermission, onEnd } = deps;
  const encoder = new TextEncoder();
  let rows = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(outcome: Outcome): void {
    clearTimeout(timer);
    if (isOver) return;
    isOver = true;
    void pages.return(undefined);
    onEnd(outcome, rows);
  }

  function toLines(page: readonly object[]): string {
    return page.map((row) => format.line(declared, row)).join('');
  }

  /** Ends the stream unless the client takes what is there in time. */
  function expectReading(controller: ReadableStreamDefaultController): void {
    timer = setTimeout(() => {
      end('cancelled');
      controller.error(new Error('The client stopped reading.'));
    }, exportLimits.stalled).unref();
  }

  return new ReadableStream<Uint8Array>(
    {
      start: expectReading,
      async pull(controller) {
        clearTimeout(timer);
        const isFirst = rows === 0;
        try {
          if (!isFirst) await requirePermission();
          const { value: page = [], done } = await pages.next();
          const header = isFirst ? format.header(declared) : '';
          if (isOver) return;
          rows += page.length;
          if (header || page.length > 0) controller.enqueue(encoder.encode(header + toLines(page)));
          if (done) {
            controller.close();
            end('complete');
            return;
          }
        } catch (error) {
          end('failed');
          controller.error(error);
          return;
        }
        expectReading(controller);
      },
      cancel: () => end('cancelled'),
    },
    { highWaterMark: 0 },
  );
}
