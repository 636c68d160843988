/** From the last release to the present version and back, behind haproxy.cfg, under load, as upgrade.md describes. */
import { rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { installPrograms } from '#lab/support/debian-packages.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { checkOutRelease, lastRelease } from '#lab/support/last-release.ts';
import { until } from '#lab/support/wait.ts';
import { emptyDatabase, query } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { admin } from './context.ts';
import { type Answer, ask, isBusy } from './http-load.ts';
import { behindProxy, startProxy } from './proxy-examples.ts';

const missing =
  'missing' in lastRelease ? lastRelease.missing : installPrograms({ haproxy: 'haproxy' });
const [readers, writers] = [6, 4];
const rows = 20_000;

const fill = `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
  SELECT 'repo_' || lpad(i::text, 26, '0'), 'name ' || i, 'https://git.example.com/' || i, 'number ' || i, now()
  FROM generate_series(1, ${rows}) i`;
const list = '{ viewer { user { id } } repositories(first: 20) { nodes { id name link } } }';
const create = (name: string) =>
  `mutation { createRepository(input: { name: "${name}", link: "git.example.com/x" }) { repository { id } errors { code } } }`;

/** Reads and writes until it is stopped. */
function startLoad(send: (query: string) => Promise<Answer>) {
  const failed: Answer[] = [];
  const written: string[] = [];
  let isOver = false;
  async function succeed(query: string): Promise<Answer | undefined> {
    let answer = await send(query);
    for (let tries = 0; isBusy(answer) && tries < 30; tries += 1) {
      await pause(1_000);
      answer = await send(query);
    }
    await pause(5);
    if (answer.status === 200 && !/"errors":\[\{/.test(answer.text)) return answer;
    failed.push(answer);
    return undefined;
  }
  async function write(writer: number): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const answer = await succeed(create(`made ${writer} ${i}`));
      if (answer) written.push(JSON.parse(answer.text).data.createRepository.repository.id);
    }
  }
  async function read(): Promise<void> {
    while (!isOver) await succeed(list);
  }
  const running = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, read),
  ];
  return {
    failed,
    written,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

it('rolls from the last release to the present version and back', async ({ skip }) => {
  skip(Boolean(missing), missing);
  const { folder, program: former } = checkOutRelease();
  const database = await emptyDatabase();
  const mailbox = await startMailbox();
  const port = await freePort();
  const upstreams = [await freePort(), await freePort()] as const;
  const start = (own: number, program?: string) =>
    startProduct({
      databaseUrl: database.url,
      smtpUrl: mailbox.url,
      port: own,
      ...(program ? { program } : {}),
      env: {
        ...behindProxy(port),
        ADMIN_EMAILS: admin,
        DRAIN_SECONDS: undefined,
        POINTS_PER_MINUTE: '2000000000',
        MUTATIONS_PER_MINUTE: '1000000',
      },
    });
  const products: Product[] = [];
  for (const own of upstreams) products.push(await start(own, former));
  await query(database.url, fill);
  const proxy = await startProxy('haproxy', { port, upstreams });
  const untilBothServe = () => until('HAProxy uses both', () => proxy.usesBoth());
  await untilBothServe();
  const person = await new HttpClient({
    urls: [proxy.url],
    mailbox,
    admin,
    ca: proxy.ca,
  }).signIn(admin);
  const agent = new Agent({ keepAlive: true, ca: proxy.ca });
  const load = startLoad((query) => ask(proxy.url, agent, query, person.cookie()));
  const ended: Product[] = [];
  async function replace(index: 0 | 1, program: string | undefined): Promise<void> {
    const own = upstreams[index];
    const instance = products[index] as Product;
    expect(await instance.stop()).toBe(0);
    ended.push(instance);
    products[index] = await start(own, program);
    await untilBothServe();
  }
  try {
    for (const program of [undefined, former]) {
      for (const index of [0, 1] as const) await replace(index, program);
    }
    await load.stop();
    const { failed, written } = load;
    const kept = await query<{ id: string }>(database.url, 'SELECT "id" FROM "repository"');
    const ids = new Set(kept.map(({ id }) => id));
    const lost = written.filter((id) => !ids.has(id));
    expect(failed, proxy.log).toEqual([]);
    expect(lost).toEqual([]);
    expect(written.length).toBeGreaterThan(100);
    expect(ids.size).toBe(rows + written.length);
    expect(await person.viewerId()).not.toBeNull();
    for (const { log } of [...ended, ...products]) {
      expect(log).not.toMatch(/"level":"(error|fatal)"|"msg":"[\w.]*failed"/);
    }
  } finally {
    await load.stop();
    agent.destroy();
    await proxy.stop();
    await Promise.all(products.map((product) => product.stop('SIGKILL')));
    await mailbox.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  }
}, 900_000);
