/** A program that ends without having been asked to, killed for memory say, is started again. */

const everyMilliseconds = 500;

type Watched = {
  isRunning(): boolean;
  /** Brings it up again; what it throws is tried once more at the next look. */
  start(): Promise<unknown>;
};

/** Looks after it from now on. The returned function lets it end, and waits for a start at hand. */
export function keepRunning({ isRunning, start }: Watched): () => Promise<void> {
  let starting: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (starting || isRunning()) return;
    starting = start()
      .catch(() => {})
      .finally(() => {
        starting = undefined;
      });
  }, everyMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await starting;
  };
}
