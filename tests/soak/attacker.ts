/** One attacker that runs floods of tests/security in turn. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { newAddress } from '#tests/security/context.ts';
import { doubling, expensive, mostExpensiveAllowed } from '#tests/security/costly.ts';
import { withDatabase } from '#tests/security/database.ts';
import { memory } from '#tests/security/documents.ts';
import { flood } from '#tests/security/honest-traffic.ts';
import { HttpClient } from '#tests/security/http-client.ts';
import type { Running } from '#tests/security/setups.ts';
import { openStream } from '#tests/security/streams.ts';
import { pause } from '#tests/security/target.ts';
import { renameMutation } from '#tests/security/users.ts';
import type { Figures } from './figures.ts';
import type { Worker } from './worker.ts';

/** Milliseconds of one attack; users are also measured in the pauses between attacks. */
const turn = 8_000;
const rest = 4_000;

type Scene = {
  running: Running;
  /** A manager of the product, not under the attacker's control. */
  adminClient: HttpClient;
  workers: readonly Worker[];
  end: number;
  figures: Figures;
  say(line: string): void;
};

/** The attacker's account and addresses. */
type Attacker = { client: HttpClient; anonymousClients: HttpClient[]; query: string };

const attacks: Record<string, (attacker: Attacker, scene: Scene) => Promise<unknown>> = {
  'refused documents': ({ client, anonymousClients }) => {
    const documents = [
      ...Object.values(expensive),
      doubling(60),
      doubling(150),
      doubling(60, 'query'),
    ];
    return flood(12, turn, (lane) =>
      (anonymousClients[lane] ?? client).graphql(documents[lane % documents.length] ?? ''),
    );
  },
  'allowed documents': ({ client, query }) => flood(24, turn, () => client.graphql(query)),
  'unread responses': async ({ client, query }) => {
    const abort = new AbortController();
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: client.origin },
      body: JSON.stringify({ query }),
      signal: abort.signal,
    };
    const opened = Array.from({ length: 40 }, () =>
      client
        .copy()
        .open('/api/graphql', init)
        .then(
          (response) => response.on('error', () => {}),
          () => undefined,
        ),
    );
    await pause(turn);
    abort.abort();
    await Promise.allSettled(opened);
  },
  'combining marks': ({ anonymousClients }) => {
    const email = `e${'\u0301\u0327'.repeat(24_000)}@example.org`;
    return flood(4, turn, (lane) => anonymousClients[lane]?.requestCode(email) ?? pause(10));
  },
  'unread streams': async ({ client }, { running }) => {
    const streams = await Promise.allSettled(
      Array.from({ length: 100 }, () => openStream(client, { isRead: false })),
    );
    let round = 0;
    await flood(6, turn, () => {
      round += 1;
      return client.graphql(renameMutation, { name: `Mallory ${round}` });
    });
    await withDatabase(running, async (client) => {
      await client.query(`UPDATE "repository" SET "description" = 'soak ' || random()`);
    });
    for (const each of streams) if (each.status === 'fulfilled') each.value.close();
  },
  administration: ({ client }, { workers }) =>
    flood(4, turn, async () => {
      await client.post('/api/auth/admin/impersonate-user', {
        userId: 'usr_00000000000000000000000000',
      });
      await client.graphql(
        'mutation { banUser(input: { id: "x", banReason: "x" }) { errors { code } } }',
      );
      await client.fetch(`/api/auth/admin/list-users?searchValue=${workers.length}`);
    }),
  'code requests': ({ anonymousClients }) =>
    flood(10, turn, (lane) => anonymousClients[lane % 5]?.requestCode(newAddress()) ?? pause(10)),
  'codes of the users at work': async ({ anonymousClients }, { workers }) => {
    const victims = workers.slice(-5);
    await flood(5, turn, async (lane) => {
      const email = victims[lane]?.email ?? '';
      const guesser = anonymousClients[lane];
      if ((await guesser?.requestCode(email))?.status === 429) await pause(500);
      await guesser?.enterCode(email, '000000');
    });
  },
  'a silent identity provider': ({ anonymousClients }) =>
    flood(
      24,
      turn,
      (lane) =>
        anonymousClients[lane % anonymousClients.length]?.post('/api/auth/sign-in/social', {
          provider: 'oidc',
        }) ?? pause(10),
    ),
};

export type Attacks = Awaited<ReturnType<typeof startAttacker>>;

/** Starts the servers that the attacks need; `settings` are for the product. */
export async function startAttacker() {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  return {
    settings: {
      OIDC_NAME: 'Example',
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
    },
    /** Attacks in turn until `end`; returns the count of each, and the largest size in the first round. */
    async run(scene: Scene): Promise<{ tried: Record<string, number>; warm: number }> {
      const target = { ...scene.running, retries: false };
      const client = await new HttpClient(target).signIn('mallory@example.org');
      const anonymousClients = Array.from({ length: 12 }, () => new HttpClient(target));
      const attacker = { client, anonymousClients, query: await mostExpensiveAllowed(client) };
      const tried = Object.fromEntries(Object.keys(attacks).map((what) => [what, 0]));
      let warm = 0;
      let isFirst = true;
      while (Date.now() < scene.end) {
        for (const [what, attack] of Object.entries(attacks)) {
          if (Date.now() >= scene.end) break;
          scene.figures.attack = what;
          await attack(attacker, scene);
          scene.figures.attack = `after ${what}`;
          tried[what] = (tried[what] ?? 0) + 1;
          await pause(rest);
          const { refused, slow } = scene.figures;
          const size = memory(scene.running.operator.pids);
          // Right after a garbage collection, the last one would be far too small.
          if (isFirst) warm = Math.max(warm, size);
          scene.say(
            `${what}: refused ${refused.length}, slow ${slow.length} so far, ${Math.round(size)} MB`,
          );
        }
        isFirst = false;
      }
      return { tried, warm };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => silent.close(done));
    },
  };
}
