/** CPU time and memory of processes, from /proc. Undefined without /proc, for example on macOS. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc/PID/stat: 100 on every Linux that Node.js runs on. */
const ticks = 100;

type Process = { parent: number; seconds: number; childrenSeconds: number };

function readProcess(pid: number | string): Process | undefined {
  try {
    // The command name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const seconds = (index: number) => Number(fields[index]) / ticks;
    return {
      parent: Number(fields[1]),
      seconds: seconds(11) + seconds(12),
      childrenSeconds: seconds(13) + seconds(14),
    };
  } catch {
    return undefined;
  }
}

/** CPU seconds so far of a process and its children, including children that have ended. */
export function cpuSeconds(pid: number): number | undefined {
  const own = readProcess(pid);
  if (!own) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((process) => process?.parent === pid);
  return children.reduce(
    (sum, child) => sum + (child?.seconds ?? 0) + (child?.childrenSeconds ?? 0),
    own.seconds + own.childrenSeconds,
  );
}

export function residentMemory(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  } catch {
    return undefined;
  }
}
