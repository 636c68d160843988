import { type AdmissionLimits, defaultLimits } from '@atrium/fair-admission/limits';
import { connectionLimits } from './connections.ts';

/** Limits of requests that use the database, measured with `npm run bench`. Times are in milliseconds. */
export const admissionLimits: AdmissionLimits = {
  ...defaultLimits,
  /** One per connection, each with a body of up to 100 kB. */
  queuedPerNetwork: connectionLimits.perNetwork,
};

/**
 * Limits for requests that don't use the database. They wait longer, because a page that misses a
 * script stays blank.
 */
export const pageLimits: AdmissionLimits = {
  ...admissionLimits,
  expectedWait: 4_000,
  longestWait: 5_000,
};
