import { performance } from 'node:perf_hooks';
import type { Admission } from '@atrium/fair-admission';
import type { Database } from './database/client.ts';

/** What a process that serves knows of its load, for the page System. The metrics show it, too. */
export type ProcessState = {
  admission(): ReturnType<Admission['state']>;
  pools: Readonly<Record<string, Database['$connections']>>;
  /** How busy the event loop was when last measured, from 0 to 1. */
  busyRatio(): number;
};

/** A shorter span would mostly contain the request that asks. */
const spanMs = 5_000;

/** Measures from now on, so that loading the program doesn't count, over spans of at least five seconds. */
export function createBusyRatio(): () => number {
  let start = performance.eventLoopUtilization();
  let startedAt = performance.now();
  let ratio = 0;
  return () => {
    if (performance.now() - startedAt < spanMs) return ratio;
    const now = performance.eventLoopUtilization();
    ratio = Math.round(performance.eventLoopUtilization(now, start).utilization * 100) / 100;
    start = now;
    startedAt = performance.now();
    return ratio;
  };
}
