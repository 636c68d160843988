import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { accept, startMailServer } from '#tests/support/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { mutate } from '#tests/support/server-for-file.ts';

const address = () => `${unique('person')}@example.com`;
const poll = (look: () => unknown, timeout = 60_000) =>
  expect.poll(look, { timeout, interval: 50 });

async function flood(server: TestServer, networks: readonly string[], each: number) {
  const from = networks.flatMap((network) => Array.from({ length: each }, () => network));
  const replies = await Promise.all(
    from.map((client) => server.browser(client).requestCode(address())),
  );
  return replies.filter(({ ok }) => ok).length;
}

const twelveNetworks = Array.from({ length: 12 }, (_, i) => `100.64.${i}.1`);
const honestNetwork = '198.51.100.20';

describe('networks that flood sign-in', () => {
  it('are told to wait when their mails wait already, and others are not', async () => {
    const closed = await startMailServer(accept);
    await closed.close();
    const server = await startServer({ SMTP_URL: closed.url });
    await server.app.worker.stop();
    const network = '100.64.9.1';
    expect(await flood(server, [network], 50)).toBe(50);
    for (let hour = 0; hour < 3; hour += 1) {
      await server.ageRateLimits(60 * 60);
      await flood(server, [network], 50);
    }
    const waiting = await server.database.mail.count({ where: { state: 'pending' } });
    expect(waiting).toBeLessThan(110);
    const refused = await server.browser(network).requestCode(address());
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.browser(honestNetwork).requestCode(address())).status).toBe(200);
    await server.stop();
  });

  it('let the code of another network go first', async () => {
    const sink = await startMailServer((done) => void setTimeout(done, 20));
    const server = await startServer({ SMTP_URL: sink.url });
    await server.app.worker.stop();
    await flood(server, twelveNetworks, 20);
    // However long the flood took.
    await server.database
      .$executeRaw`UPDATE "mail" SET "turnAt" = "turnAt" + (now() - "createdAt")`;
    const email = address();
    await server.browser(honestNetwork).requestCode(email);
    const other = await startServer({ SMTP_URL: sink.url }, server.url);
    other.app.worker.wake();
    await poll(() => sink.received).toContain(email);
    expect(sink.received.indexOf(email)).toBeLessThan(40);
    await poll(() => sink.received.length).toBe(12 * 20 + 1);
    await other.stop();
    await server.stop();
    await sink.close();
  });
});

it('an instance that stops finishes what it is sending, and leaves the rest to others', async () => {
  const sink = await startMailServer((done) => void setTimeout(done, 100));
  const server = await startServer({ SMTP_URL: sink.url });
  await server.app.worker.stop();
  await Promise.all(twelveNetworks.map((network) => flood(server, [network], 5)));
  const other = await startServer({ SMTP_URL: sink.url }, server.url);
  other.app.worker.wake();
  await poll(() => sink.received.length).toBeGreaterThan(0);
  await other.app.worker.stop();
  const { mail } = server.database;
  const left = await mail.count({ where: { state: 'pending', handedOverAt: null } });
  expect(left).toBeGreaterThan(30);
  expect(await mail.count({ where: { state: 'sent' } })).toBe(60 - left);
  await other.stop();
  await server.stop();
  await sink.close();
});

describe('codes', () => {
  it('go before invitations', async () => {
    const sink = await startMailServer((done) => void setTimeout(done, 20));
    const server = await startServer({ SMTP_URL: sink.url });
    const manager = await server.as('admin');
    await poll(() => sink.received.length).toBe(1);
    await server.app.worker.stop();
    for (let person = 0; person < 30; person += 1) {
      await mutate(manager, 'createUser', { email: `invited${address()}`, role: 'USER' });
    }
    await server.database.$executeRaw`UPDATE "mail" SET "queue" = "id" WHERE "state" = 'pending'`;
    const email = address();
    await server.browser(honestNetwork).requestCode(email);
    const other = await startServer({ SMTP_URL: sink.url }, server.url);
    other.app.worker.wake();
    await poll(() => sink.received.length).toBe(32);
    expect(sink.received.indexOf(email)).toBeLessThan(12);
    await other.stop();
    await server.stop();
    await sink.close();
  });
});
