/** Row 27: graceful shutdown. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { halfARequest } from '#lab/security/raw-http.ts';
import type { Check } from '#lab/support/probe.ts';
import { until } from '#lab/support/wait.ts';
import { type ProxiedProduct, type Scenario, withProxiedProduct } from './context.ts';

async function hanging(
  { product, newClient }: ProxiedProduct,
  mails: ReadonlySet<Socket>,
  check: Check,
  note: (f: string) => void,
) {
  const client = newClient();
  const slow = await halfARequest(product.url, '');
  const { status } = await client.requestCode('somebody@example.org');
  check('a code is requested', status === 200, status);
  await until('the mail server is asked', () => mails.size > 0);
  const begin = performance.now();
  const code = await product.stop('SIGTERM');
  const took = performance.now() - begin;
  slow.answer.socket.destroy();
  check('with a client and a mail server that hang: exit code 0', code === 0, code);
  check('in less than 20 s', took < 20_000, took);
  note(`with what hangs: ended after ${Math.round(took)} ms`);
}

const stop: Scenario = {
  row: 27,
  title: 'SIGTERM while a client and the mail server hang',
  probe: (_ground, check, note) =>
    withSilentMail((scene, mails) => hanging(scene, mails, check, note)),
};

async function withSilentMail(
  work: (scene: ProxiedProduct, mails: ReadonlySet<Socket>) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await withProxiedProduct((scene) => work(scene, sockets), {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  for (const socket of sockets) socket.destroy();
  silent.close();
}

export const stopScenarios = [stop];
