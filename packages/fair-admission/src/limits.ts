import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Default limits, measured on a process that shares 10 database connections. Times are in milliseconds. */
export const defaultLimits = {
  /**
   * Concurrent requests, at most. A request uses one of 10 connections for at most half of its time, so a
   * higher limit would finish requests later, not sooner.
   */
  inFlight: 16,
  /** Floor for `inFlight` while the event loop is late, and the delay that lowers it. */
  minInFlight: 8,
  eventLoopDelay: 25,
  /** Shares of `inFlight` per key and per network. */
  keyShare: 7 / 16,
  networkShare: 9 / 16,
  /** Requests with a longer expected wait are rejected: a click may take up to a second. */
  expectedWait: 800,
  /**
   * Below both queue lengths, a key and its network are only rejected by the overall expected wait,
   * since a page sends several requests in parallel.
   */
  minQueuedPerKey: 16,
  minQueuedPerNetwork: 64,
  /** Queued requests are rejected after this wait, in case work got slower than expected. */
  longestWait: 900,
  queued: 1_000,
  queuedPerNetwork: 400,
  /**
   * Responses that stay open, such as streams of about 35 kB each: in total, and per network, which may be an
   * office behind one address.
   */
  openStreams: 2_000,
  streamsPerNetwork: 200,
};

export type AdmissionLimits = typeof defaultLimits;

/**
 * Adapts the concurrency limit to the event loop delay, by additive increase and multiplicative
 * decrease (AIMD). A late event loop delays every response, including rejections.
 */

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
