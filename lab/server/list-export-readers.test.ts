import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stalledMs, streamParts } from '#server/list-export/export-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function* endless() {
  for (;;) yield { text: 'repo_1\n', rows: 1 };
}

async function start() {
  const onEnd = vi.fn();
  const closeConnection = vi.fn();
  const stream = await streamParts(endless(), { closeConnection, onEnd });
  return { reader: stream.getReader(), closeConnection, onEnd };
}

it.each([0, 1])(
  'an export ends for a reader who takes nothing for 30 seconds after %d parts',
  async (parts) => {
    const { reader, closeConnection, onEnd } = await start();
    for (let part = 0; part < parts; part += 1) await reader.read();
    await vi.advanceTimersByTimeAsync(stalledMs - 1);
    expect(closeConnection).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(closeConnection).toHaveBeenCalledOnce();
    expect(onEnd).not.toHaveBeenCalled();
    await reader.cancel();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('cancelled', parts);
  },
);

it('an export that nobody starts to read ends when its connection closes', async () => {
  const { reader, onEnd } = await start();
  await reader.cancel();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('cancelled', 0);
});
