const intervalMilliseconds = 500;

type Supervised = {
  isRunning(): boolean;
  /** Starts it. If it throws, it is called again after the next check. */
  start(): Promise<unknown>;
};

/**
 * Restarts a process that exits unasked, for example killed for its memory. The returned function ends
 * the supervision and waits for a start in progress.
 */
export function supervise({ isRunning, start }: Supervised): () => Promise<void> {
  let starting: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (starting || isRunning()) return;
    starting = start()
      .catch(() => {})
      .finally(() => {
        starting = undefined;
      });
  }, intervalMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await starting;
  };
}
