import { connectionLimits } from './connections.ts';

/** Limits of admission control, measured with `npm run bench`. Times are in milliseconds. */
export const admissionLimits = {
  /**
   * Requests in flight. The database has 10 connections and a request uses one for at most half of
   * its time, so more in flight would finish later, not sooner.
   */
  inFlight: 16,
  /** The least that a late event loop lowers `inFlight` to, and the delay that lowers it. */
  minInFlight: 8,
  eventLoopDelay: 25,
  /** Shares of `inFlight` for one session and for one network: 8 and 9 of 16. */
  keyShare: 1 / 2,
  networkShare: 9 / 16,
  /** Requests with a longer expected wait are rejected at once: a click may take a second. */
  expectedWait: 800,
  /**
   * Queued requests of one session, and of its network, that only the expected wait of all rejects: a
   * page sends several at once.
   */
  minQueuedPerKey: 16,
  minQueuedPerNetwork: 64,
  /** Requests that waited this long are rejected, since work got slower than expected. */
  longestWait: 900,
  /** Queued requests, each with a body of up to 100 kB. One network has as many as connections. */
  queued: 1_000,
  queuedPerNetwork: connectionLimits.perNetwork,
  /** Event streams. Each holds a socket and about 35 kB. */
  streams: 2_000,
  /** An office behind one address stays below it. */
  streamsPerNetwork: 200,
};

export type AdmissionLimits = typeof admissionLimits;
