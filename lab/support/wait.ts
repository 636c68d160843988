export const pause = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, Math.max(0, milliseconds)));

/** Waits until `isSo`, and returns the milliseconds. @throws after `timeout`, with what `explain` returns */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  timeout = 120_000,
  explain = () => '',
): Promise<number> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begin > timeout) {
      throw new Error(`never happened: ${what}\n${explain()}`);
    }
    await pause(50);
  }
  return performance.now() - begin;
}
