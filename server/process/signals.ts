/** A Ctrl-C may arrive from the terminal and from npm: within this time it is the same one. */
const repeatMilliseconds = 500;

type OnSignal = {
  /** Called once. `isBalanced` tells a supervisor behind a load balancer (SIGTERM) from a terminal. */
  stop(isBalanced: boolean): void;
  /** Called for a further signal, which asks not to wait. */
  force(): void;
};

/** Ends the process on SIGINT and SIGTERM. */
export function stopOnSignal({ stop, force }: OnSignal): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        stop(signal === 'SIGTERM');
      } else if (performance.now() - first > repeatMilliseconds) force();
    });
  }
}
