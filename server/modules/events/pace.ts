/**
 * Limits the events per second of all streams of an instance. Each event costs statements, and a change
 * sent to a thousand streams must not delay requests.
 */

/** Events in a burst after a pause, and events per second after that. */
const burst = 200;
const perSecond = 200;
const tickMilliseconds = 25;

/** Served in insertion order. */
const queue = new Set<() => void>();
let turns = burst;
let last = performance.now();

function refill(): void {
  const now = performance.now();
  turns = Math.min(burst, turns + ((now - last) / 1_000) * perSecond);
  last = now;
}

function serve(): void {
  refill();
  for (const next of queue) {
    if (turns < 1) break;
    turns -= 1;
    queue.delete(next);
    next();
  }
  if (queue.size) setTimeout(serve, tickMilliseconds);
}

/** Waits until an event may be sent. `cancel` resolves at once and uses no turn. */
export function takeTurn(): { taken: Promise<void>; cancel(): void } {
  refill();
  if (turns >= 1 && !queue.size) {
    turns -= 1;
    return { taken: Promise.resolve(), cancel() {} };
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  if (queue.size === 0) setTimeout(serve, tickMilliseconds);
  queue.add(resolve);
  return {
    taken: promise,
    cancel() {
      queue.delete(resolve);
      resolve();
    },
  };
}
