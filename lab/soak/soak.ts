/**
 * 50 users work beside an attacker, in production mode behind a proxy that gives every client its own address. They
 * read 200 event streams.
 */
import { until } from '#lab/security/context.ts';
import { logFindings } from '#lab/security/log-findings.ts';
import { memory } from '#lab/security/memory.ts';
import { type Running, startSetup } from '#lab/security/setups.ts';
import { createRepository, createUserMutation } from '#lab/security/users.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import type { Target } from '#lab/support/target.ts';
import { pause } from '#lab/support/wait.ts';
import { isAlive } from '#lab/support/worker-processes.ts';
import setUpPostgres from '#tests/support/database.ts';
import { type Attacks, startAttacker } from './attacker.ts';
import { describeFigures, type Figures, newFigures } from './figures.ts';
import { measureLateness } from './lateness.ts';
import { startWorker, type Worker } from './worker.ts';

const people = 50;
const managers = 5;
const liveStreamsEach = 4;
/** Megabytes that attacks may leave behind, caches included, and the bound of the peak, which is mostly garbage. */
const keptBound = 50;
const keptFromStartBound = 150;
const sizeBound = 1_500;
/** Ratio of requests that may take longer than a second, since the load runs on the same machine. */
const slowShare = 1 / 200;

/** V8 collects garbage lazily. Forces a collection, so that sizes are comparable. */
const collectOnSignal = `--expose-gc --import=data:text/javascript,${encodeURIComponent('process.on("SIGUSR2", () => gc({ type: "major", execution: "sync", flavor: "last-resort" }))')}`;

async function keptMemory(pids: readonly number[]): Promise<number> {
  for (let i = 0; i < 2; i += 1) {
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    await pause(3_000);
  }
  return memory(pids);
}

type Criterion = [what: string, isFine: boolean];

export async function soak({
  minutes,
}: {
  minutes: number;
}): Promise<{ passed: number; failed: number }> {
  const tearDown = await setUpPostgres();
  const say = (line: string) => void process.stdout.write(`  ${line}\n`);
  try {
    const attacks: Attacks = await startAttacker();
    const running = await startSetup('production', {
      env: { ...attacks.oidcSettings, NODE_OPTIONS: collectOnSignal },
    });
    try {
      const criteria = await run(running, attacks, minutes, say);
      for (const [what, isFine] of criteria) say(`${isFine ? '✓' : '✗'} ${what}`);
      const passed = criteria.filter(([, isFine]) => isFine).length;
      return { passed, failed: criteria.length - passed };
    } finally {
      await attacks.close();
      await running.stop();
    }
  } finally {
    await tearDown();
  }
}

async function run(
  running: Running,
  attacks: Attacks,
  minutes: number,
  say: (line: string) => void,
): Promise<Criterion[]> {
  // No retries, so that every refusal counts.
  const target: Target = { ...running, retries: false };
  const figures = newFigures();
  const adminClient = await new HttpClient({ ...running, retries: true }).signIn(running.admin);
  const workers = await hire(adminClient, target, figures);
  say(`${workers.length} people are at work`);
  say(`they read ${workers.length * liveStreamsEach} event streams`);
  await pause(5_000);
  const before = await keptMemory(running.operator.pids);
  Object.assign(figures, newFigures());

  const end = Date.now() + minutes * 60_000;
  let isOver = false;
  const working = workers.map((worker) => worker.work(() => isOver));
  const scene = { running, adminClient, workers, end, figures, say };
  let warm: number | undefined;
  const tried = await attacks.run(scene, async () => {
    warm ??= await keptMemory(running.operator.pids);
  });
  isOver = true;
  await Promise.all(working);
  // Wait for timeouts, so that unread connections don't count as kept memory.
  await pause(60_000);
  const after = await keptMemory(running.operator.pids);
  const heardLiveEvents = await allHearLiveEvent(adminClient, workers, say);
  const findings = logFindings(running);
  const { leaks = [] } = running;
  for (const line of findings.slice(0, 5)) say(`in the log: ${line}`);
  const restarts = running.products.filter(({ pid }) => !isAlive(pid)).length;
  for (const line of describeFigures(figures)) say(line);
  const afterRound = warm ?? after;
  say(
    `memory: ${[before, afterRound, after].map(Math.round).join(' MB, ')} MB (start, after a round, end) without garbage, at most ${Math.round(figures.largest)} MB with it`,
  );
  say(`process restarts: ${restarts}`);
  say(
    `attacks: ${Object.entries(tried)
      .map(([what, count]) => `${what} × ${count}`)
      .join(', ')}`,
  );
  for (const worker of workers) worker.liveStreams.close();
  return [
    [
      `${figures.asked} requests of the others, as many as people at work make`,
      figures.asked > minutes * 400,
    ],
    [`none was refused (${figures.refused.length})`, figures.refused.length === 0],
    [
      `at most one in ${1 / slowShare} took longer than a second (${figures.slow.length}; the goal is 0)`,
      figures.slow.length <= figures.asked * slowShare,
    ],
    [
      `each of ${figures.codeTimes.length} codes arrived within 10 s`,
      figures.codeTimes.length > 0 && Math.max(...figures.codeTimes) < 10_000,
    ],
    [
      `all ${workers.length * liveStreamsEach} streams are told of a change at the end (${heardLiveEvents})`,
      heardLiveEvents === workers.length * liveStreamsEach,
    ],
    ['no process has ended', restarts === 0],
    [`less than ${keptBound} MB more are kept than after a round`, after - afterRound < keptBound],
    [
      `less than ${keptFromStartBound} MB more are kept than at the start (${Math.round(after - before)}; the goal is 50)`,
      after - before < keptFromStartBound,
    ],
    [`never more than ${sizeBound} MB were used`, figures.largest < sizeBound],
    ['each attack was tried', Object.values(tried).every((count) => count > 0)],
    [
      `each got where it aims (not: ${figures.missed.join(', ') || 'none'})`,
      figures.missed.length === 0,
    ],
    [`no answer told internal details (${leaks[0] ?? 'none'})`, leaks.length === 0],
    ['nothing secret is in the log', findings.length === 0],
  ];
}

async function hire(adminClient: HttpClient, target: Target, figures: Figures): Promise<Worker[]> {
  const workers: Worker[] = [];
  const lateSince = measureLateness();
  for (let i = 0; i < 40; i += 1) {
    await adminClient.graphql(createRepository, { name: `soak repository ${i}` });
  }
  for (let i = 0; i < people; i += 5) {
    workers.push(
      ...(await Promise.all(
        Array.from({ length: 5 }, async (_, k) => {
          const email = `soak-${i + k}@example.org`;
          const role = i + k < managers ? 'ADMIN' : 'USER';
          await adminClient.graphql(createUserMutation, { email, role, name: `Person ${i + k}` });
          return startWorker(target, {
            email,
            isManager: role === 'ADMIN',
            liveStreamCount: liveStreamsEach,
            figures,
            lateSince,
          });
        }),
      )),
    );
  }
  return workers;
}

async function allHearLiveEvent(
  adminClient: HttpClient,
  workers: readonly Worker[],
  say: (line: string) => void,
): Promise<number> {
  const made = await adminClient.graphql(createRepository, { name: `soak end ${Date.now()}` });
  const id: string | undefined = made.data?.createRepository?.repository?.id;
  if (!id) {
    say(`the last change was refused: ${JSON.stringify(made)}`);
    return 0;
  }
  const count = () => workers.reduce((sum, worker) => sum + worker.liveStreams.heard(id), 0);
  await until(() => count() === workers.length * liveStreamsEach, 10_000);
  return count();
}
