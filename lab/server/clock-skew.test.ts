/** A process whose clock differs from the database's. */
import { afterEach, expect, it, vi } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { accept, refuse, startMailServer } from '#tests/support/mail-server.ts';
import { startServer } from '#tests/support/server.ts';

const skewClock = (seconds: number) =>
  vi.useFakeTimers({
    toFake: ['Date'],
    now: Date.now() + seconds * 1_000,
    shouldAdvanceTime: true,
  });
afterEach(() => {
  vi.useRealTimers();
});

it.each([-7_200, -20, 20, 7_200])('sends a code at once if it is %i s ahead', async (seconds) => {
  const sink = await startMailServer(accept);
  const server = await startServer({ SMTP_URL: sink.url });
  skewClock(seconds);
  const email = `${unique('person')}@example.com`;
  expect((await server.browser().requestCode(email)).status).toBe(200);
  await expect.poll(() => sink.received, { timeout: 5_000 }).toEqual([email]);
  await server.stop();
  await sink.close();
});

it.each([-20, 20])('tries a mail again after seconds if it is %i s ahead', async (seconds) => {
  let tries = 0;
  const sink = await startMailServer((done) => {
    tries += 1;
    if (tries === 1) refuse(done);
    else accept(done);
  });
  const server = await startServer({ SMTP_URL: sink.url });
  server.app.worker.start();
  skewClock(seconds);
  await server.browser().requestCode(`${unique('person')}@example.com`);
  const begin = performance.now();
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  expect(performance.now() - begin).toBeGreaterThan(1_000);
  await server.stop();
  await sink.close();
});
