import { installPrograms } from '#lab/support/debian-packages.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { until } from '#lab/support/wait.ts';
import type { Count } from '#scripts/lib/test-steps.ts';
import { type Fault, faults, hangingPatroni, pausedPrimary, type Row } from './faults.ts';
import { type Load, longestGap, startLoad } from './load.ts';
import { admin, type Machines, startMachines } from './machines.ts';
import { findPatroni } from './patroni.ts';

const programs = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pkill: 'procps',
  '/usr/lib/postgresql/15/bin/pg_rewind': 'postgresql-15',
};
const modules = ['python3-etcd', 'python3-psycopg2'];
const people = 12;

/** How many acknowledged writes are missing. */
async function countLost({ query }: Machines, { written }: Load): Promise<number> {
  const acknowledged = [...written];
  const kept = new Set((await query('SELECT "id" FROM "repository"')).map(({ id }) => id));
  return acknowledged.filter((id) => !kept.has(id)).length;
}

async function runFault(fault: Fault, machines: Machines, load: Load): Promise<Row> {
  const lostBefore = await countLost(machines, load);
  const begin = performance.now();
  const first = load.outcomes.length;
  await fault.happen(machines);
  const writesAgain = load.written.length;
  await until(
    'people write again',
    () => load.written.length > writesAgain + 5,
    60_000,
    () => machines.instances.map(({ log }) => log.slice(-1_500)).join('\n'),
  );
  const outcomes = load.outcomes.slice(first);
  const failed = outcomes.filter(({ isFine }) => !isFine);
  const counts = Map.groupBy(failed, ({ what }) => what);
  return {
    title: fault.title,
    gap: longestGap(outcomes, begin),
    requests: outcomes.length,
    failed: failed.length,
    failedReads: failed.filter(({ isWrite }) => !isWrite).length,
    kinds: [...counts].map(([what, all]) => `${all.length} × ${what}`).join('; '),
    lost: (await countLost(machines, load)) - lostBefore,
  };
}

const format = ({ title, gap, requests, failed, kinds, lost }: Row) =>
  `${title.padEnd(34)} ${gap.toFixed(1).padStart(6)} s without writes   ${String(failed).padStart(5)} of ${String(requests).padStart(6)} requests failed   ${lost} writes lost   ${kinds}`;

/** Returns the titles of the faults that disturbed people too much. */
async function testFaults(
  chosen: readonly Fault[],
  machines: Machines,
  load: Load,
): Promise<string[]> {
  const failures: string[] = [];
  for (const fault of chosen) {
    const row = await runFault(fault, machines, load);
    process.stdout.write(`${format(row)}\n`);
    if (row.lost > 0 || fault.isFine?.(row) === false) failures.push(fault.title);
  }
  return failures;
}

/** Lets each fault happen once or, if told so, only the primary be paused, and only its Patroni hang, several times. */
export async function runCluster({ pauses = 0, hangs = 0 } = {}): Promise<Count> {
  const missing = installPrograms(programs, modules);
  const patroni = missing ? undefined : findPatroni();
  if (!patroni) {
    process.stdout.write(`The cluster is not tested. ${missing || 'Missing: a recent Patroni.'}\n`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const machines = await startMachines(patroni);
  try {
    const { url, ca, mailbox } = machines;
    const newClient = () => new HttpClient({ urls: [url], mailbox, admin, ca });
    await until('an instance is reached', async () => {
      const { status } = await newClient().fetch('/healthz');
      return status === 200;
    });
    const addresses = [
      admin,
      ...Array.from({ length: people }, (_, i) => `person${i}@example.org`),
    ];
    const clients: HttpClient[] = [];
    for (const email of addresses) {
      clients.push(await newClient().signIn(email));
    }
    const ids = await Promise.all(clients.map((person) => person.viewerId()));
    // The admin writes from several browsers; the others read.
    const [manager] = clients as [HttpClient];
    const browsers = Array.from({ length: 6 }, () => manager.copy());
    const load = startLoad([...browsers, ...clients.slice(1)]);
    await until('people write', () => load.written.length > 20);
    const repeated = [
      ...Array<Fault>(pauses).fill(pausedPrimary),
      ...Array<Fault>(hangs).fill(hangingPatroni),
    ];
    const chosen = repeated.length > 0 ? repeated : faults;
    const failures = await testFaults(chosen, machines, load);
    await load.stop();
    const lost = await countLost(machines, load);
    const now = await Promise.all(clients.map((person) => person.viewerId()));
    const sessionsLost = ids.filter((id, i) => id === null || id !== now[i]).length;
    const wrong = Object.entries({
      [`of ${load.written.length} acknowledged writes lost`]: lost,
      [`of ${clients.length} sessions lost`]: sessionsLost,
      [`of ${load.written.length} own changes not seen`]: load.stale.length,
    });
    for (const [what, count] of wrong) {
      process.stdout.write(`${count} ${what}\n`);
      if (count > 0) failures.push(`${count} ${what}`);
    }
    const failed = failures.length;
    return { passed: chosen.length + wrong.length - failed, failed, failures, skipped: 0 };
  } finally {
    await machines.close();
  }
}
