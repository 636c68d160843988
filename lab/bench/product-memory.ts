export type Memory = { heapUsed: number; rss: number };

export async function openMemory(log: () => string) {
  const url = /Debugger listening on (ws:\S+)/.exec(log())?.[1];
  if (!url) throw new Error('The product runs without an inspector.');
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (result: { result?: { value?: string } }) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let last = 0;
  const call = (method: string, params = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    /** Bytes in use. Collects twice, since the first collection may keep what finalizers hold. */
    async read(): Promise<Memory> {
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await call('Runtime.evaluate', { expression });
      const { heapUsed, external, rss } = JSON.parse(result?.value ?? '{}');
      return { heapUsed: heapUsed + external, rss };
    },
    close: () => socket.close(),
  };
}
