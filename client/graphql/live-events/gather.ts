/** From a change to the request that also covers later changes. */
const gatherTimeMs = 250;

/** Throttles: calls `report` a while after the first of several changes. */
export function gather(report: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        report();
      }, gatherTimeMs);
    },
    stop: () => clearTimeout(timer),
  };
}
