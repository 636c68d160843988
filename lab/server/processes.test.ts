import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { halfARequest } from '#lab/security/raw-http.ts';
import type { HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import { until } from '#lab/support/wait.ts';
import { clientPerWorker, killWorker } from '#lab/support/worker-processes.ts';
import { warnOfScarceConnections } from '#server/database/connection.ts';
import type { Log } from '#server/log/log.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

const admin = 'root@example.org';
const rename = 'mutation { updateViewer(input: { name: "Renamed" }) { errors { code } } }';
const viewer = '{"query":"{ viewer { user { id } } }"}';
const env = { WEB_CONCURRENCY: '2', ADMIN_EMAILS: admin, LOG_LEVEL: 'info' };

const databaseUrl = await databaseForFile();
const mailbox = await startMailbox();
afterAll(mailbox.close);

const start = (more: Record<string, string> = {}) =>
  startProduct({ databaseUrl, smtpUrl: mailbox.url, env: { ...env, ...more } });

it.each([
  [2, []],
  [64, [{ needed: 960, allowed: 200 }]],
])('%i processes: the log warns of too few database connections', async (processes, expected) => {
  const warnings: unknown[] = [];
  const log = { warn: (details: unknown) => warnings.push(details) } as unknown as Log;
  await warnOfScarceConnections(databaseUrl, processes, log);
  expect(warnings).toEqual(expected);
});

describe('two processes', { timeout: 90_000 }, () => {
  it('share the limit of mutations', async () => {
    const product = await start({ MUTATIONS_PER_MINUTE: '5' });
    try {
      const clients = [...(await clientPerWorker(product, { mailbox, admin })).values()];
      const statuses: number[] = [];
      for (let i = 0; i < 8; i += 1) {
        const reply = await clients[i % 2]?.post('/api/graphql', { query: rename });
        statuses.push(reply?.status ?? 0);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });

  it('replace one that is killed, while the other goes on to answer', async () => {
    const METRICS_PORT = String(await freePort());
    const product = await start({ METRICS_PORT });
    try {
      const [[killed], [, other]] = [...(await clientPerWorker(product, { mailbox, admin }))] as [
        [number, HttpClient],
        [number, HttpClient],
      ];
      await killWorker(product, killed);
      for (let i = 0; i < 20; i += 1) {
        expect((await other.post('/api/graphql', viewer)).status).toBe(200);
        expect((await other.copy().fetch('/readyz')).status).toBe(200);
      }
      expect([...(await clientPerWorker(product, { mailbox, admin })).keys()]).toContain(3);
      const metrics = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
      expect(await metrics.text()).toMatch(/^atrium_worker_exits_total 1$/m);
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });

  it('finish their requests on SIGTERM, and end with code 0', async () => {
    const product = await start({ DRAIN_SECONDS: '2' });
    const clients = [...(await clientPerWorker(product, { mailbox, admin })).values()];
    const streams = await Promise.all(clients.map((client) => openStream(client)));
    const cookie = clients[0]?.cookie() ?? '';
    const halves = [
      await halfARequest(product.url, cookie),
      await halfARequest(product.url, cookie),
    ];
    const begin = performance.now();
    const stopped = product.stop('SIGTERM');
    await until('no process is ready', async () => {
      const replies = await Promise.all(clients.map((client) => client.fetch('/readyz')));
      return replies.every(({ status, text }) => status === 503 && text === 'draining');
    });
    for (const client of clients) {
      expect((await client.post('/api/graphql', viewer)).status).toBe(200);
    }
    for (const { finish } of halves) finish();
    expect(await stopped).toBe(0);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(2_000);
    expect(streams.map(({ status, isOver }) => [status, isOver])).toEqual([
      [200, true],
      [200, true],
    ]);
    for (const { answer } of halves) expect(answer.text).toMatch(/200 OK[\s\S]*"viewer":\{"user"/);
    expect(product.log).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('end without waiting for one that is just starting', async () => {
    const product = await start({ METRICS_PORT: String(await freePort()) });
    await killWorker(product, 2);
    // It is replaced after 250 ms, and takes a second to start.
    await pause(500);
    // The code would be 1 if it had to be killed.
    expect(await product.stop('SIGTERM')).toBe(0);
  });

  it('end at once on a second signal', async () => {
    const product = await start();
    // Without a second signal, shutdown would wait for this request to complete.
    const { answer } = await halfARequest(product.url, '');
    const stopped = product.stop('SIGTERM');
    // Does nothing once the process has ended, unlike a signal to its ID.
    const again = setInterval(() => void product.stop('SIGTERM'), 200);
    expect(await stopped).toBe(1);
    clearInterval(again);
    expect(answer.text).toBe('');
  });

  it('name the cause once where the port is taken', async () => {
    const product = await start();
    const port = new URL(product.url).port;
    const error = await start({ PORT: port }).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(error.match(/cause:.*/g)).toEqual([`cause: Port ${port} is already in use.`]);
    expect(await product.stop()).toBe(0);
  });
});
