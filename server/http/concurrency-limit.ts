/**
 * A limit that follows the event loop's delay by additive increase and multiplicative decrease: a
 * process with a late event loop answers every request late, rejections included.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

type ConcurrencyLimits = {
  inFlight: number;
  minInFlight: number;
  /** Milliseconds. */
  eventLoopDelay: number;
};

/** Milliseconds between two readings of the delay, and the resolution of its timer. */
const interval = 100;
const resolution = 10;

/** Returns a function for the current limit. `onIncrease` is called when it may have grown. */
export function createConcurrencyLimit(limits: ConcurrencyLimits, onIncrease: () => void) {
  let current = limits.inFlight;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    const isLate = delay.mean / 1e6 - resolution > limits.eventLoopDelay;
    current = isLate
      ? Math.max(limits.minInFlight, Math.floor(current / 2))
      : Math.min(limits.inFlight, current + 1);
    delay.reset();
    onIncrease();
  }, interval).unref();
  return () => current;
}
