/**
 * How many requests may be in flight, by additive increase and multiplicative decrease: a process
 * whose event loop is late answers everybody late, including those it only refuses.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type ConcurrencyLimits = {
  inFlight: number;
  leastInFlight: number;
  loopDelay: number;
};

/** How often the event loop's delay is read, in milliseconds; also the resolution of its timer. */
const interval = 100;
const resolution = 10;

/** The current limit; `onIncrease` is called when it may have grown. */
export function createConcurrencyLimit(limits: ConcurrencyLimits, onIncrease: () => void) {
  let current = limits.inFlight;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    const isLate = delay.mean / 1e6 - resolution > limits.loopDelay;
    current = isLate
      ? Math.max(limits.leastInFlight, Math.floor(current / 2))
      : Math.min(limits.inFlight, current + 1);
    delay.reset();
    onIncrease();
  }, interval).unref();
  return () => current;
}
