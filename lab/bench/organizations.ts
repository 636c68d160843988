/**
 * Measures lists with 1,000 organizations of 1,000 members: for users in one and fifty of them, and for a manager.
 * README.md in this folder explains the output.
 */
import type { Client } from 'pg';
import { say, step } from '#server/progress.ts';
import { withClient } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';
import { type Figures, loadWith } from './load.ts';
import { addMember, fillOrganizations } from './organization-rows.ts';
import { type Person, type Work, works } from './organization-works.ts';
import { withPostgres } from './postgres.ts';
import { decimals, machine, median, table } from './report.ts';
import { addSession, addUser } from './signed-in.ts';

const connections = 10;

export type OrganizationsOptions = {
  rows: number;
  organizations: number;
  seconds: number;
  rounds: number;
};

async function signIn(client: Client, organizations: number): Promise<Record<Person, string>> {
  const one = await addUser(client, 'b', 'user');
  await addMember(client, one, `org_${String(organizations).padStart(26, '0')}`);
  return {
    one: await addSession(client, one),
    fifty: await addSession(client, `usr_${'1234'.padStart(26, '0')}`),
    manager: await addSession(client, await addUser(client, 'c', 'admin')),
  };
}

type Target = { url: string; pid: number; postgres: number; cookies: Record<Person, string> };

const headersOf = ({ url, cookies }: Target, who: Person) => ({
  ...{ 'content-type': 'application/json', origin: new URL(url).origin, cookie: cookies[who] },
});

async function ask(target: Target, who: Person, body: object) {
  const headers = headersOf(target, who);
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const { data, errors } = await (await fetch(target.url, init)).json();
  if (errors || !data) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}

type Measured = { work: Work; body: object; runs: Figures[] };

async function prepare(target: Target, work: Work): Promise<Measured> {
  const variables = await work.variables((query, values) =>
    ask(target, work.who, { query, variables: values }),
  );
  const body = { query: work.query, variables };
  const data = await ask(target, work.who, body);
  if (!work.isRight(data)) {
    throw new Error(`${work.title}: wrong answer ${JSON.stringify(data).slice(0, 500)}`);
  }
  return { work, body, runs: [] };
}

async function measure(target: Target, { seconds, rounds }: OrganizationsOptions) {
  const measured: Measured[] = [];
  for (const work of works) measured.push(await prepare(target, work));
  const run = ({ work, body }: Measured, length: number) =>
    loadWith(
      { ...target, headers: headersOf(target, work.who) },
      [{ method: 'POST', body: JSON.stringify(body) }],
      { connections, postgres: target.postgres, seconds: length },
    );
  await step('Warming up', async () => {
    for (const each of measured) await run(each, seconds);
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const each of measured) each.runs.push(await run(each, seconds));
  }
  return measured;
}

function print(measured: readonly Measured[]): void {
  const of = ({ runs }: Measured, figure: keyof Figures) => median(runs.map((run) => run[figure]));
  const total = (each: Measured) => of(each, 'server') + of(each, 'database');
  const first = measured[0] ? total(measured[0]) : Number.NaN;
  const rows = measured.map((each) => [
    each.work.title,
    decimals(of(each, 'server'), 2),
    decimals(of(each, 'database'), 2),
    decimals(total(each) / first, 1),
    ...[of(each, 'p50'), of(each, 'p99')].map((value) => decimals(value, 0)),
    `${decimals(of(each, 'refused') * 100, 0)} %`,
  ]);
  const head = ['', 'server ms', 'database ms', '× first', 'p50', 'p99', 'refused'];
  for (const line of ['', ...table(head, rows)]) say(line);
}

export const benchOrganizations = (options: OrganizationsOptions) =>
  withPostgres(async ({ url: databaseUrl, pid: postgres }) => {
    const { rows, organizations } = options;
    await withClient(databaseUrl, async (client) => {
      await step(`Adding ${organizations} organizations and ${rows} repositories`, async () => {
        await fill(databaseUrl, rows);
        await fillOrganizations(client, organizations);
      });
      const cookies = await signIn(client, organizations);
      // Effectively unlimited: the per-user budget isn't part of the measurement.
      const env = { POINTS_PER_MINUTE: '2000000000' };
      const product = await startProduct({ databaseUrl, env, keepLog: false });
      try {
        const url = `${product.url}/api/graphql`;
        say(`\n${machine()}`);
        print(await measure({ url, pid: product.pid, postgres, cookies }, options));
      } finally {
        await product.stop();
      }
    });
  });
