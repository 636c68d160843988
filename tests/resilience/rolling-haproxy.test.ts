/** A rolling restart behind the HAProxy example of the guide, with the default of DRAIN_SECONDS. */
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { installPrograms } from '#tests/support/debian-packages.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
import { startProxy } from './proxy-examples.ts';

const missing = installPrograms({ haproxy: 'haproxy' });
const clients = 10;
const body = '{"query":"{ setup { appName } }"}';

/** Sends a request without repeating it. Returns its status, or why there was none. */
function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((done) => {
    const failed = ({ message }: Error) => done(message);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(`${url}/api/graphql`, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => done(String(response.statusCode)));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

it('fails no request', { timeout: 300_000 }, async ({ skip }) => {
  skip(Boolean(missing), missing);
  const database = await freshDatabase();
  const [port, upstream, unused] = [await freePort(), await freePort(), await freePort()];
  const start = (own: number) =>
    startProduct({
      databaseUrl: database.url,
      smtpUrl: 'smtp://127.0.0.1:1',
      port: own,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        BASE_URL: `https://localhost:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        DRAIN_SECONDS: undefined,
      },
    });
  const ports = [upstream, unused];
  const products = await Promise.all(ports.map(start));
  const proxy = await startProxy('haproxy', { port, upstream, unused });
  const agent = new Agent({ keepAlive: true, ca: proxy.ca });
  const answers = new Map<string, number>();
  let isOver = false;
  await pause(2_000);
  const asking = Array.from({ length: clients }, async () => {
    while (!isOver) {
      const answer = await ask(proxy.url, agent);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await pause(5);
    }
  });
  try {
    for (const [index, own] of [...ports, ...ports].entries()) {
      expect(await products[index % 2]?.stop()).toBe(0);
      products[index % 2] = await start(own);
      // HAProxy checks every second.
      await pause(1_500);
    }
  } finally {
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
    await proxy.stop();
    await Promise.all(products.map((product) => product.stop('SIGKILL')));
    await database.drop();
  }
  expect([...answers.keys()]).toEqual(['200']);
  expect(answers.get('200')).toBeGreaterThan(1_000);
});
