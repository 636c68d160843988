/** CPU time of this thread in milliseconds. Unaffected by other processes and threads. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
