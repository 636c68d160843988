/**
 * Adapts the concurrency limit to the event loop delay, by additive increase and multiplicative
 * decrease (AIMD). A late event loop delays every response, including rejections.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

type ConcurrencyLimits = {
  inFlight: number;
  minInFlight: number;
  /** Milliseconds. */
  eventLoopDelay: number;
};

/** Sampling interval of the delay and resolution of its timer. */
const intervalMs = 100;
const resolution = 10;

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
  }, intervalMs).unref();
  return () => current;
}
