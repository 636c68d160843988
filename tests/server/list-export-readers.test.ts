import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportStream } from '#server/list-export/export-stream.ts';
import { type ExportFormat, exportFormats } from '#server/list-export/formats.ts';
import type { ListExport } from '#server/list-export/list-export.ts';
import { createOpenExports, exportLimits } from '#server/list-export/open-exports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const declared = {
  columns: [{ header: 'id', value: ({ id }: { id: string }) => id }],
} as unknown as ListExport;

async function* endless() {
  for (;;) yield [{ id: 'repo_1' }];
}

function start(open: ReturnType<typeof createOpenExports>, person: string, format: ExportFormat) {
  const opened = open(person);
  if (!opened) return undefined;
  const onEnd = vi.fn();
  const requirePermission = async () => {};
  const stream = exportStream({
    ...{ declared, format, pages: endless(), opened, requirePermission, onEnd },
  });
  return { reader: stream.getReader(), onEnd };
}

describe.each(Object.entries(exportFormats))('an export as %s', (_name, format) => {
  it('ends for a reader who takes nothing for 30 seconds', async () => {
    const open = createOpenExports();
    const slow = start(open, 'someone', format);
    await slow?.reader.read();
    await vi.advanceTimersByTimeAsync(exportLimits.stalledMs - 1);
    expect(slow?.onEnd).not.toHaveBeenCalled();
    expect(open('someone')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(slow?.onEnd).toHaveBeenCalledExactlyOnceWith('cancelled', 1);
    await expect(slow?.reader.read()).rejects.toThrow();
    expect(open('someone')).toBeDefined();
  });

  it('ends for another one where too many are open and it is unread for longest', async () => {
    const open = createOpenExports({ ...exportLimits, open: 2 });
    const [first, second] = [start(open, 'first', format), start(open, 'second', format)];
    await second?.reader.read();
    expect(start(open, 'third', format)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(exportLimits.unreadMs);
    await second?.reader.read();
    expect(start(open, 'third', format)).toBeDefined();
    expect(first?.onEnd).toHaveBeenCalledExactlyOnceWith('cancelled', 0);
    expect(second?.onEnd).not.toHaveBeenCalled();
  });
});

describe('exports that read at the same time', () => {
  it('take turns, so that everyone reads as often', async () => {
    const open = createOpenExports({ ...exportLimits, reading: 1 });
    const turns: string[] = [];
    await Promise.all(
      ['first', 'second', 'third'].map(async (person) => {
        const opened = open(person);
        for (let page = 0; page < 3; page += 1) {
          await opened?.turn(async () => void turns.push(person));
        }
      }),
    );
    expect(turns.join()).toBe(Array.from({ length: 3 }, () => 'first,second,third').join());
  });
});
