/** Streams resumed per turn of the event loop: about 2 ms. */
const streamsPerTurn = 50;
/** Events executed in a burst after a pause, and per second after that. Shared results don't count. */
const burst = 200;
const perSecond = 200;
const tickMs = 25;

const deliveries: (() => void)[] = [];
let free = streamsPerTurn;

function deliver(): void {
  free = streamsPerTurn;
  for (const next of deliveries.splice(0, streamsPerTurn)) {
    free -= 1;
    next();
  }
  if (free < streamsPerTurn) setImmediate(deliver);
}

export function takeDelivery(): Promise<void> | void {
  if (free === streamsPerTurn) setImmediate(deliver);
  if (free > 0 && !deliveries.length) {
    free -= 1;
    return;
  }
  return new Promise((resolve) => deliveries.push(resolve));
}

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
  if (queue.size) setTimeout(serve, tickMs);
}

/** Waits until an event may be executed. `cancel` resolves immediately and uses no turn. */
export function takeTurn(): { taken: Promise<void>; cancel(): void } {
  refill();
  if (turns >= 1 && !queue.size) {
    turns -= 1;
    return { taken: Promise.resolve(), cancel() {} };
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  if (queue.size === 0) setTimeout(serve, tickMs);
  queue.add(resolve);
  return {
    taken: promise,
    cancel() {
      queue.delete(resolve);
      resolve();
    },
  };
}
