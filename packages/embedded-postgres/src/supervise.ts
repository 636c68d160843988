const intervalMilliseconds = 500;

type Supervised = {
  isRunning(): boolean;
  /** If it throws, it's retried after the next check. */
  start(): Promise<unknown>;
};

/**
 * Restarts a process that exits unexpectedly, for example one killed for its memory use. The returned function stops
 * supervising and waits for a start in progress.
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
