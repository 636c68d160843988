import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '#lab/support/http-client.ts';
import { formatFindings, runProbe } from '#lab/support/probe.ts';
import { isAlive } from '#lab/support/worker-processes.ts';
import type { Context, Scenario, SetupName } from './context.ts';
import { withDatabase } from './database.ts';
import { logFindings } from './log-findings.ts';
import { scenarios } from './scenarios.ts';
import { type Running, startSetup } from './setups.ts';

const timeout = 900_000;

export function runScenarios(setup: SetupName, title: string): void {
  describe(title, () => {
    let running: Running;
    let adminClient: HttpClient;

    beforeAll(async () => {
      running = await startSetup(setup);
      adminClient = await new HttpClient({ ...running, retries: true }).signIn(running.admin);
    }, 300_000);

    afterAll(async () => {
      const codes = await running?.stop();
      expect(codes, 'the products end well').toEqual(running?.products.map(() => 0));
    }, 300_000);

    async function run(scenario: Scenario): Promise<void> {
      await keepFresh(running);
      const leaks: string[] = [];
      const target = { ...running, leaks, retries: true };
      const context: Context = {
        ...target,
        adminClient: adminClient.withTarget(target),
      };
      const finding = await runProbe(context, { ...scenario, probe: scenario.run });
      finding.failures.push(...leaks, ...(await findStopped(running)));
      process.stdout.write(`${formatFindings([finding])}\n`);
      expect(finding.failures, formatFindings([finding])).toEqual([]);
      expect(finding.tried).toBeGreaterThan(0);
    }

    const mine = scenarios.filter(({ only }) => !only || only.includes(setup));
    const name = ({ row, title: tried }: Scenario) => `row ${row}: ${tried}`;
    for (const each of mine.filter(({ exclusive }) => exclusive === 'first')) {
      it(name(each), () => run(each), timeout);
    }
    for (const each of mine.filter(({ exclusive }) => !exclusive)) {
      it.concurrent(name(each), () => run(each), timeout);
    }
    for (const each of mine.filter(({ exclusive }) => exclusive === 'last')) {
      it(name(each), () => run(each), timeout);
    }
    it('nothing secret is in the log', async () => {
      expect(logFindings(running)).toEqual([]);
    });
  });
}

/** The scenarios take longer than a proof of identity lasts. An embedded database can't be reached. */
async function keepFresh(running: Running): Promise<void> {
  if (!running.operator.databaseUrl) return;
  await withDatabase(running, (database) =>
    database.query(
      `UPDATE "session" SET "reauthenticatedAt" = now() FROM "user"
       WHERE "user"."id" = "userId" AND "email" = $1`,
      [running.admin],
    ),
  );
}

async function findStopped({ products, ...target }: Running): Promise<string[]> {
  const dead = products.filter(({ pid }) => !isAlive(pid)).map(({ pid }) => `${pid} has ended`);
  const answers = target.urls.map((url) =>
    new HttpClient({ ...target, urls: [url] }).fetch('/healthz', {
      signal: AbortSignal.timeout(20_000),
    }),
  );
  const settled = await Promise.allSettled(answers);
  const silent = settled.filter((each) => each.status === 'rejected' || each.value.status !== 200);
  return [...dead, ...silent.map(() => '/healthz did not answer 200 within 20 s')];
}
