/** A measurement's weight decays to 1/e within this time: long enough that a GC pause hardly matters. */
const decayMs = 1_000;
/** Starts assumed up front, so that a queue isn't judged by its first few requests. */
const assumedStarts = 4;
/** A queue isn't judged before, so that an early pause doesn't dominate. */
const minMeasuredMs = 400;

/**
 * Measures how fast a queue moves while requests wait for the process; only then the start rate is its
 * capacity. By Little's law, a new request waits for the requests ahead of it divided by that rate.
 */
export function createQueuePace(isWaiting = true) {
  let starts = 0;
  let milliseconds = 0;
  let measuredAt = performance.now();
  let wasWaiting = isWaiting;

  function measure(): void {
    const now = performance.now();
    const kept = Math.exp((measuredAt - now) / decayMs);
    starts *= kept;
    milliseconds = milliseconds * kept + (wasWaiting ? decayMs * (1 - kept) : 0);
    measuredAt = now;
  }

  return {
    setWaiting(isWaiting: boolean): void {
      if (isWaiting === wasWaiting) return;
      measure();
      wasWaiting = isWaiting;
    },

    /** Counts the start of a request that waited, or of any request while others wait. */
    countStart(hasWaited: boolean): void {
      measure();
      if (hasWaited || wasWaiting) starts += 1;
    },

    /**
     * Expected milliseconds until `count` more requests have started. Grows while none start. Returns
     * 0 until enough has been measured; until then, only `longestWait` limits the wait.
     */
    expectedWait(count: number): number {
      measure();
      if (milliseconds < minMeasuredMs) return 0;
      return (count * milliseconds) / (starts + assumedStarts);
    },
  };
}

export type QueuePace = ReturnType<typeof createQueuePace>;
