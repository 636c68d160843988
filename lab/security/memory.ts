import { readFileSync } from 'node:fs';

/** Returns the memory of the processes together, in MB. */
export const memory = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }, 0);
