/** Exports that run at the same time: each holds a connection to the database now and then. */
export const exportLimits = {
  /** Of one process, and of one viewer. */
  running: 3,
  runningPerViewer: 1,
  /** Started per minute and viewer. */
  perMinute: 6,
  /** Milliseconds that a client may take to read what fits into its connection. */
  stalled: 30_000,
};

/** Counts the exports of one process. */
export function createRunningExports(limits = exportLimits) {
  const byViewer = new Map<string, number>();
  let running = 0;

  /** Counts an export and returns a function that ends it; undefined if there are too many. */
  return function start(viewerId: string): (() => void) | undefined {
    const own = byViewer.get(viewerId) ?? 0;
    if (running >= limits.running || own >= limits.runningPerViewer) return undefined;
    running += 1;
    byViewer.set(viewerId, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      const left = (byViewer.get(viewerId) ?? 1) - 1;
      if (left > 0) byViewer.set(viewerId, left);
      else byViewer.delete(viewerId);
    };
  };
}
