/** Ctrl-C may arrive twice, from the terminal and from npm. */
const repeatMs = 500;

type OnSignal = {
  /** Called once. `isBalanced` is true for SIGTERM, which a supervisor behind a load balancer sends. */
  stop(isBalanced: boolean): void;
  force(): void;
};

export function stopOnSignal({ stop, force }: OnSignal): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        stop(signal === 'SIGTERM');
      } else if (performance.now() - first > repeatMs) force();
    });
  }
}
