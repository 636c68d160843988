import cluster from 'node:cluster';
import { Gauge, type Registry } from 'prom-client';
import type { ProcessState } from '#server/process-state.ts';

export function watchInstance(register: Registry, { admission, pools }: ProcessState): void {
  const registers = [register];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('atrium_requests_in_flight', 'Requests that run.', () => admission().inFlight);
  gauge(
    'atrium_requests_limit',
    'Requests that may run at a time. A late event loop lowers it.',
    () => admission().limit,
  );
  gauge('atrium_requests_queued', 'Requests that wait for their turn.', () => admission().queued);
  gauge('atrium_open_streams', 'Open streams.', () => admission().streams);
  // Labeled by worker, since gauges of processes are summed.
  new Gauge({
    name: 'atrium_process_memory_bytes',
    help: 'Resident memory by process.',
    labelNames: ['worker'],
    registers,
    collect() {
      this.set({ worker: cluster.worker?.id ?? 0 }, process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Database connections by pool. "waiting" are statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, read] of Object.entries(pools)) {
        const { total, idle, waiting } = read();
        this.set({ pool, state: 'busy' }, total - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
