/**
 * The pace of all streams of one instance together: each event costs statements and an execution, and
 * a change that a thousand readers hear must not keep requests from being answered. Those who wait are
 * served in turn; what changes meanwhile is told once.
 */

/** Events at once after a pause, and events per second afterwards. */
const burst = 200;
const perSecond = 200;
const tickMilliseconds = 25;

const queue: (() => void)[] = [];
let turns = burst;
let last = performance.now();

function refill(): void {
  const now = performance.now();
  turns = Math.min(burst, turns + ((now - last) / 1_000) * perSecond);
  last = now;
}

function serve(): void {
  refill();
  while (turns >= 1 && queue.length) {
    turns -= 1;
    queue.shift()?.();
  }
  if (queue.length) setTimeout(serve, tickMilliseconds);
}

/** Waits until an event may be sent. */
export async function takeTurn(): Promise<void> {
  refill();
  if (turns >= 1 && !queue.length) {
    turns -= 1;
    return;
  }
  await new Promise<void>((resolve) => {
    if (queue.push(resolve) === 1) setTimeout(serve, tickMilliseconds);
  });
}
