/** Row 27: graceful shutdown during requests. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { halfARequest } from '#lab/security/raw-http.ts';
import { openStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import { admin, type ProxiedProduct, type Scenario, until, withProxiedProduct } from './context.ts';
import { createLoadClient, type Sample } from './http-load.ts';

/** As long as a load balancer takes to notice. */
const drainSeconds = 2;

async function underLoad(
  { product, newClient }: ProxiedProduct,
  check: Check,
  note: (f: string) => void,
) {
  const person = await newClient().signIn(admin);
  const cookie = person.cookie();
  const crowd = createLoadClient(product.url);
  const watcher = createLoadClient(product.url);
  const stream = await openStream(person);
  check('a stream is open', stream.status === 200, stream.status);
  const slow = await halfARequest(product.url, cookie);

  let isReady = true;
  const samples: Sample[] = [];
  // Act like a load balancer: an instance that isn't ready gets no more requests.
  const people = Array.from({ length: 20 }, async (_, i) => {
    const query =
      i % 4
        ? '{ viewer { user { id } } }'
        : 'mutation { updateViewer(input: {name: "P"}) { errors { code } } }';
    while (isReady) samples.push(await crowd.send({ query, cookie }));
  });
  await sleep(700);
  const begin = performance.now();
  const ended = product.stop('SIGTERM');
  const ready = (async () => {
    for (;;) {
      const { status, text } = await watcher.send({ path: '/readyz' });
      if (status !== 200) return `${status} ${text}`;
      await sleep(20);
    }
  })();
  check('/readyz says that it drains', (await ready) === '503 draining', await ready);
  isReady = false;
  await Promise.all(people);
  await sleep(300);
  slow.finish();
  const code = await ended;
  const took = performance.now() - begin;
  // On a busy machine, a 503 from load shedding is valid too.
  const bad = samples.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter),
  );
  check('every request is answered', bad.length === 0, bad.slice(0, 3));
  check('there were many', samples.length > 20, samples.length);
  check(
    'also one that was half sent',
    /200 OK[\s\S]*"viewer":\{"user":\{"id"/.test(slow.answer.text),
    slow.answer.text,
  );
  await until('its connection is closed', () => slow.answer.isOver);
  const streamEnds = () => stream.isOver;
  await until('streams end', streamEnds);
  check('exit code 0', code === 0, code);
  check('it serves for DRAIN_SECONDS', took >= drainSeconds * 1_000, took);
  check('in less than 20 s', took < 20_000, took);
  const failure = /^.*"level":"(error|fatal)".*$/m.exec(product.log)?.[0];
  check('nothing went wrong in the log', !failure, failure);
  note(`under load: ended after ${Math.round(took)} ms, ${samples.length} requests answered`);
  crowd.close();
  watcher.close();
}

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
  title: 'SIGTERM under load',
  async probe({ prove }, check, note) {
    const seen = [
      prove(
        'scaling',
        'answers `/readyz` with `503 draining` and keeps serving for `DRAIN_SECONDS`',
      ),
      prove(
        'scaling',
        'stops accepting connections, finishes the requests in flight, and exits within 20 seconds.',
      ),
      prove(
        'production',
        'On `SIGTERM` it serves for `DRAIN_SECONDS` (8) and exits within 20 seconds, or `DRAIN_SECONDS` + 12 if that is longer.',
      ),
    ];
    const figures: string[] = [];
    const keep = (figure: string) => {
      figures.push(figure);
      note(figure);
    };
    await Promise.all([
      withProxiedProduct((scene) => underLoad(scene, check, keep), {
        DRAIN_SECONDS: String(drainSeconds),
      }),
      withSilentMail((scene, mails) => hanging(scene, mails, check, keep)),
    ]);
    for (const add of seen) add(figures.join('; '));
  },
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
