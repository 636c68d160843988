/**
 * 50 users with 200 event streams at work beside an attacker, in production mode behind a proxy
 * that names every client by an address of its own.
 */
import { until } from '#tests/security/context.ts';
import { memory } from '#tests/security/documents.ts';
import { HttpClient } from '#tests/security/http-client.ts';
import { logFindings } from '#tests/security/log-findings.ts';
import { createRepository } from '#tests/security/lookups.ts';
import { type Running, startSetup } from '#tests/security/setups.ts';
import { pause, type Target } from '#tests/security/target.ts';
import { createUserMutation } from '#tests/security/users.ts';
import setUpPostgres from '#tests/support/database.ts';
import { type Attacks, startAttacker } from './attacker.ts';
import { describeFigures, type Figures, newFigures } from './figures.ts';
import { startWorker, type Worker } from './worker.ts';

const people = 50;
const managers = 5;
const streamsEach = 4;
/** Megabytes that the process may grow beyond its largest size in the first round of attacks, and its largest size. */
const growthBound = 300;
const sizeBound = 1_500;
/** Share of requests that may take longer than a second, as the load runs on the same machine. */
const slowShare = 1 / 200;

type Criterion = [what: string, isFine: boolean];

/** Runs the soak; each criterion counts as a test. Prints the figures and the failures. */
export async function soak({
  minutes,
}: {
  minutes: number;
}): Promise<{ passed: number; failed: number }> {
  const tearDown = await setUpPostgres();
  const say = (line: string) => void process.stdout.write(`  ${line}\n`);
  try {
    const attacks: Attacks = await startAttacker();
    const running = await startSetup('production', { env: attacks.settings });
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
  // Users do not retry: each refusal counts.
  const target: Target = { ...running, retries: false };
  const figures = newFigures();
  const adminClient = await new HttpClient({ ...running, retries: true }).signIn(running.admin);
  const workers = await hire(adminClient, target, figures);
  say(`${workers.length} people are at work, with ${workers.length * streamsEach} streams`);
  await pause(5_000);
  const before = memory(running.operator.pids);
  Object.assign(figures, newFigures());

  const end = Date.now() + minutes * 60_000;
  let isOver = false;
  const working = workers.map((worker) => worker.work(() => isOver));
  const { tried, warm } = await attacks.run({ running, adminClient, workers, end, figures, say });
  isOver = true;
  await Promise.all(working);
  // Memory that garbage collection has not freed within a minute counts as kept.
  const isBack = () => memory(running.operator.pids) - warm < growthBound;
  await pause(10_000);
  await until(isBack, 50_000);
  const after = memory(running.operator.pids);
  const heard = await allHear(adminClient, workers, say);
  const findings = logFindings(running);
  const { leaks = [] } = running;
  for (const line of findings.slice(0, 5)) say(`in the log: ${line}`);
  const restarts = running.products.filter(({ pid }) => !isAlive(pid)).length;
  for (const line of describeFigures(figures)) say(line);
  say(
    `memory: ${[before, warm, after].map(Math.round).join(' MB, ')} MB (start, most in the first round, end)`,
  );
  say(`process restarts: ${restarts}`);
  say(
    `attacks: ${Object.entries(tried)
      .map(([what, count]) => `${what} × ${count}`)
      .join(', ')}`,
  );
  for (const worker of workers) worker.leave();
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
      `all ${workers.length * streamsEach} streams are told of a change at the end (${heard})`,
      heard === workers.length * streamsEach,
    ],
    ['no process has ended', restarts === 0],
    [
      `memory has grown by less than ${growthBound} MB since the first round`,
      after - warm < growthBound,
    ],
    [`and is below ${sizeBound} MB`, after < sizeBound],
    ['each attack was tried', Object.values(tried).every((count) => count > 0)],
    [`no answer told internal details (${leaks[0] ?? 'none'})`, leaks.length === 0],
    ['nothing secret is in the log', findings.length === 0],
  ];
}

/** Invites and signs in all users, a few at a time. */
async function hire(adminClient: HttpClient, target: Target, figures: Figures): Promise<Worker[]> {
  const workers: Worker[] = [];
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
            streams: streamsEach,
            figures,
          });
        }),
      )),
    );
  }
  return workers;
}

/** The number of streams that receive one change. */
async function allHear(
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
  const count = () => workers.reduce((sum, worker) => sum + worker.heard(id), 0);
  await until(() => count() === workers.length * streamsEach, 10_000);
  return count();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
