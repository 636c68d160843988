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
  streams: 2_000,
  streamsPerNetwork: 200,
};

export type AdmissionLimits = typeof defaultLimits;
