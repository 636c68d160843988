/** Milliseconds until a measurement counts 1/e, so that a pause for garbage hardly matters. */
const memory = 1_000;
/** Starts assumed beforehand: a queue is not judged by its first few requests. */
const assumedStarts = 4;
/** Milliseconds of waiting before a queue is judged: a pause at its beginning would count for all of it. */
const leastMeasured = 400;

/**
 * Measures how fast a queue moves while requests wait for the process: only then the rate of starts is
 * what it can do. By Little's law, the requests ahead divided by it are the wait of a new one.
 */
export function createQueuePace(isWaiting = true) {
  let starts = 0;
  let milliseconds = 0;
  let measuredAt = performance.now();
  let wasWaiting = isWaiting;

  function measure(): void {
    const now = performance.now();
    const kept = Math.exp((measuredAt - now) / memory);
    starts *= kept;
    milliseconds = milliseconds * kept + (wasWaiting ? memory * (1 - kept) : 0);
    measuredAt = now;
  }

  return {
    /** Whether requests wait for the process from now on. */
    setWaiting(isWaiting: boolean): void {
      if (isWaiting === wasWaiting) return;
      measure();
      wasWaiting = isWaiting;
    },

    /** Counts the start of a request that waited, or of another one while requests wait. */
    countStart(hasWaited: boolean): void {
      measure();
      if (hasWaited || wasWaiting) starts += 1;
    },

    /**
     * Expected milliseconds until `count` more requests have started; grows while none starts. 0 until
     * enough was measured: `longestWait` of the limits ends what then waits too long.
     */
    expectedWait(count: number): number {
      measure();
      if (milliseconds < leastMeasured) return 0;
      return (count * milliseconds) / (starts + assumedStarts);
    },
  };
}

export type QueuePace = ReturnType<typeof createQueuePace>;
