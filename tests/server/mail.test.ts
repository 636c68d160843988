import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#server/database/client.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { unique } from '#tests/support/factories.ts';
import { accept, refuse, startMailServer } from '#tests/support/mail-server.ts';
import { startProduct } from '#tests/support/product.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const address = () => `${unique('person')}@example.com`;
const poll = (look: () => unknown) => expect.poll(look, { timeout: 60_000, interval: 50 });

const passWaits = (database: Database) =>
  database.mail.updateMany({ where: { state: 'pending' }, data: { nextAttemptAt: new Date(0) } });

/** A failure is logged before the mail is back in the queue. */
const untilPutBack = ({ database }: TestServer) =>
  poll(() => database.mail.count({ where: { handedOverAt: { not: null } } })).toBe(0);

describe('the outbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('has a mail for each code, and no code without its mail', async () => {
    await server.database
      .$executeRaw`ALTER TABLE "mail" ADD CONSTRAINT "full" CHECK (false) NOT VALID`;
    const before = await server.database.verification.count();
    const refused = await server.browser().requestCode(address());
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(await server.database.verification.count()).toBe(before);
    await server.database.$executeRaw`ALTER TABLE "mail" DROP CONSTRAINT "full"`;
  });

  it.each([
    'a@b.co\r\nBcc: x@y.zz',
    'a@b.co, x@y.zz',
    'Ada <a@b.co>',
    'a@b.co\u0000',
    'A@b.co',
    '',
  ])('takes exactly one address for a recipient, not %j', async (to) => {
    const outbox = createOutbox(server.database, [
      'a secret for tests, of more than 32 characters',
    ]);
    const content = { subject: 's', text: 't', html: 'h' };
    await expect(outbox.add({ to, content, lifetimeMs: 0 })).rejects.toThrow();
  });
});

describe('a mail', () => {
  const running = async (sink: { url: string }, url?: string) => {
    const server = await startServer({ SMTP_URL: sink.url }, url);
    server.app.worker.start();
    return server;
  };

  it('goes out once, however many instances there are', async () => {
    const sink = await startMailServer((done) => void setTimeout(done, 20));
    const one = await running(sink);
    const two = await running(sink, one.url);
    const people = Array.from({ length: 30 }, address);
    await Promise.all(people.map((email, i) => (i % 2 ? one : two).browser().requestCode(email)));
    await poll(() => one.database.mail.count({ where: { state: 'sent' } })).toBe(30);
    expect(sink.received.sort()).toEqual(people.sort());
    expect(await one.database.mail.count({ where: { payload: { not: null } } })).toBe(0);
    await two.stop();
    await one.stop();
    await sink.close();
  });

  it('is tried again, later and later, while the server is away, and arrives when it is back', async () => {
    const gone = await startMailServer(accept);
    await gone.close();
    const server = await running(gone);
    const email = address();
    expect((await server.browser().requestCode(email)).status).toBe(200);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await poll(async () => (await server.database.mail.findFirst())?.attempts).toBe(attempt);
      await poll(async () => {
        const mail = await server.database.mail.findFirst();
        const wait = ((mail?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1_000;
        return wait > 0 && wait < 15;
      }).toBe(true);
      const mail = await server.database.mail.findFirst();
      waits.push(((mail?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1_000);
      if (attempt < 3) {
        await passWaits(server.database);
        server.app.worker.wake();
      }
    }
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
    const back = await startMailServer(accept, { port: gone.port });
    await passWaits(server.database);
    server.app.worker.wake();
    await poll(() => back.received).toEqual([email]);
    await server.stop();
    await back.close();
  });

  it('says why the certificate of the server is rejected', async () => {
    const dayMs = 24 * 60 * 60 * 1_000;
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 2 * dayMs),
      notAfterDate: new Date(Date.now() - dayMs),
    });
    const sink = await startMailServer(accept, { disabledCommands: [], cert, key });
    const server = await running(sink);
    await server.browser().requestCode(address());
    await poll(() => server.lines.find(({ msg }) => msg === 'mail.failed')).toMatchObject({
      reason: 'CERT_HAS_EXPIRED',
    });
    expect(sink.received).toEqual([]);
    await server.stop();
    await sink.close();
  });

  it('is not sent once its code has expired, and says so', async () => {
    const sink = await startMailServer(refuse);
    const server = await running(sink);
    await server.browser().requestCode(address());
    await poll(() => server.lines.some(({ msg }) => msg === 'mail.failed')).toBe(true);
    await untilPutBack(server);
    const [createdAt, expiresAt] = [new Date(Date.now() - 400_000), new Date(Date.now() - 100_000)];
    await server.database.mail.updateMany({ data: { createdAt, expiresAt } });
    await poll(async () => {
      await passWaits(server.database);
      server.app.worker.wake();
      return (await server.database.mail.findFirst())?.state;
    }).toBe('expired');
    const tries = sink.received.length;
    server.app.worker.wake();
    await new Promise((done) => setTimeout(done, 200));
    expect(sink.received).toHaveLength(tries);
    expect((await server.database.mail.findFirst())?.payload).toBeNull();
    await server.stop();
    await sink.close();
  });

  it('that is slow to hand over does not hold up the others or the answer', async () => {
    let first = true;
    const sink = await startMailServer(accept, {
      onRcptTo(_address, _session, done) {
        if (first) first = false;
        else done();
      },
    });
    const server = await running(sink);
    await server.browser().requestCode(address());
    await poll(() => first).toBe(false);
    const email = address();
    await server.browser().requestCode(email);
    await poll(() => sink.received).toEqual([email]);
    await sink.close();
    await server.stop();
  });

  it('says nothing of the recipient, its code or the server in the log', async () => {
    const sink = await startMailServer(refuse);
    const server = await running(sink);
    const email = address();
    await server.browser().requestCode(email);
    const code = await server.codeFor(email);
    await poll(() => server.lines.some(({ msg }) => msg === 'mail.failed')).toBe(true);
    expect(JSON.stringify(server.lines)).not.toContain(email);
    expect(JSON.stringify(server.lines)).not.toContain(`"${code}"`);
    await server.stop();
    await sink.close();
  });
});

describe('kill -9', () => {
  let storage: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    storage = await freshDatabase();
    database = createDatabase(storage.url);
  });
  afterAll(async () => {
    await database.$disconnect();
    await storage.drop();
  });

  const ask = (url: string, email: string) =>
    fetch(`${url}/api/auth/email-otp/send-verification-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, type: 'sign-in' }),
    });

  it.for<[string, string]>([
    ['before the server had the mail: it goes out after the restart', 'recipient'],
    ['while the server thought about the mail: it does not go out again', 'mail'],
  ])('%s', { timeout: 60_000 }, async ([, stuckAt]) => {
    const email = address();
    let stuck = false;
    let helpful = false;
    const hang = (at: string, done: (error?: Error | null) => void) => {
      if (helpful || at !== stuckAt) done();
      else stuck = true;
    };
    const sink = await startMailServer((done) => hang('mail', done), {
      onRcptTo: (_address, _session, done) => hang('recipient', done),
    });
    const options = { databaseUrl: storage.url, smtpUrl: sink.url };
    const product = await startProduct(options);
    expect((await ask(product.url, email)).status).toBe(200);
    await poll(() => stuck).toBe(true);
    await product.stop('SIGKILL');

    helpful = true;
    await passWaits(database);
    const again = await startProduct(options);
    await poll(
      async () => (await database.mail.findFirst({ where: { to: email } }))?.state,
    ).not.toBe('pending');
    await again.stop();
    expect(sink.received.filter((to) => to === email)).toHaveLength(1);
    await sink.close();
  });
});
