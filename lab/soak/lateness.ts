const intervalMs = 50;
const keptMs = 5_000;

/**
 * Measures how late this process is, which sends all requests and is the proxy: on a busy machine, that isn't the
 * product's delay. Returns the milliseconds since a time of `performance.now()`, at most 5 seconds ago.
 */
export function measureLateness(): (begin: number) => number {
  const late: { at: number; ms: number }[] = [];
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    late.push({ at: now, ms: Math.max(0, now - last - intervalMs) });
    last = now;
    if (late.length > keptMs / intervalMs) late.shift();
  }, intervalMs).unref();
  return (begin) => late.reduce((sum, { at, ms }) => (at > begin ? sum + ms : sum), 0);
}
