import { afterAll, expect, it } from 'vitest';
import type { HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import { until } from '#lab/support/wait.ts';
import { clientPerWorker, killWorker } from '#lab/support/worker-processes.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { startProduct } from '#tests/support/product.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

const admin = 'root@example.org';
const rename = (name: string) => ({
  query: `mutation { updateViewer(input: { name: "${name}" }) { errors { code } } }`,
});

const databaseUrl = await databaseForFile();
const mailbox = await startMailbox();
afterAll(mailbox.close);

it('two processes share events, and end their streams only with themselves', {
  timeout: 90_000,
}, async () => {
  const env = { WEB_CONCURRENCY: '2', ADMIN_EMAILS: admin, LOG_LEVEL: 'info' };
  const product = await startProduct({ databaseUrl, smtpUrl: mailbox.url, env });
  const clients = await clientPerWorker(product, { mailbox, admin });
  const [[killed, first], [, other]] = [...clients] as [[number, HttpClient], [number, HttpClient]];
  const streams = [await openStream(first), await openStream(other)] as const;
  let round = 0;
  // A stream receives changes once its process listens to the database.
  await until('both streams are told', async () => {
    round += 1;
    await first.post('/api/graphql', rename(`Renamed ${round}`));
    return streams.every(({ text }) => text.includes('ViewerChange'));
  });
  await killWorker(product, killed);
  await until('the killed one has ended', () => streams[0].isOver);
  expect(streams[1].isOver).toBe(false);
  expect(await product.stop('SIGTERM')).toBe(0);
  await until('the other stream has ended', () => streams[1].isOver);
});
