/** Shortest time between two reports, and a random delay of each: a change is told to many pages. */
const pauseMs = 2_000;
const jitterMs = 2_000;

/** Reports what was added, all together, and to a hidden page once it is shown. */
export function gather<Value>(report: (values: readonly Value[]) => void) {
  const values = new Set<Value>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function send() {
    timer = undefined;
    if (document.hidden) return;
    reportedAt = performance.now();
    report([...values]);
    values.clear();
  }

  function schedule() {
    if (values.size === 0) return;
    const pause = Math.max(0, reportedAt + pauseMs - performance.now());
    timer ??= setTimeout(send, pause + Math.random() * jitterMs);
  }

  document.addEventListener('visibilitychange', schedule);
  return {
    add(added: readonly Value[]) {
      for (const value of added) values.add(value);
      schedule();
    },
    stop() {
      clearTimeout(timer);
      values.clear();
      document.removeEventListener('visibilitychange', schedule);
    },
  };
}
