/** Rolling restarts behind the proxies of docs/examples, with the default of DRAIN_SECONDS. */
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { installPrograms } from '#lab/support/debian-packages.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
import { ask, isBusy } from './http-load.ts';
import { behindProxy, type ProxyName, proxies, startProxy } from './proxy-examples.ts';

const names = Object.keys(proxies) as ProxyName[];
const missing = installPrograms(Object.fromEntries(names.map((name) => [name, name])));
/** Until a proxy that checks every second uses an instance again, or nginx is reloaded. */
const noticedMs = 1_500;
const clients = 10;
it.for(names)('%s fails no request', { timeout: 300_000 }, async (name, { skip }) => {
  skip(Boolean(missing), missing);
  const database = await freshDatabase();
  const port = await freePort();
  const upstreams = [await freePort(), await freePort()] as const;
  const start = (own: number) =>
    startProduct({
      databaseUrl: database.url,
      smtpUrl: 'smtp://127.0.0.1:1',
      port: own,
      env: {
        ...behindProxy(port),
        DRAIN_SECONDS: undefined,
      },
    });
  const products = await Promise.all(upstreams.map(start));
  const proxy = await startProxy(name, { port, upstreams });
  const markDown = async (down?: number) => {
    if (name !== 'nginx') return;
    await proxy.markDown(down);
    await pause(noticedMs);
  };
  // A reload of nginx closes idle connections, which a client that doesn't repeat requests notices too late.
  const agent = new Agent({ keepAlive: name !== 'nginx', ca: proxy.ca });
  const answers = new Map<string, number>();
  let isOver = false;
  await pause(2_000);
  const asking = Array.from({ length: clients }, async () => {
    while (!isOver) {
      const answer = await ask(proxy.url, agent, '{ setup { appName } }');
      const what = isBusy(answer) ? 'busy' : String(answer.status || answer.text);
      answers.set(what, (answers.get(what) ?? 0) + 1);
      await pause(5);
    }
  });
  try {
    for (const [index, own] of upstreams.entries()) {
      await markDown(own);
      expect(await products[index]?.stop()).toBe(0);
      products[index] = await start(own);
      await markDown();
      await pause(noticedMs);
    }
  } finally {
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
    await proxy.stop();
    await Promise.all(products.map((product) => product.stop('SIGKILL')));
    await database.drop();
  }
  answers.delete('busy');
  expect([...answers.keys()], `${JSON.stringify([...answers])}\n${proxy.log}`).toEqual(['200']);
  expect(answers.get('200')).toBeGreaterThan(1_000);
});
