import { withDatabase } from '#lab/security/database.ts';
import { memory } from '#lab/security/memory.ts';
import { createOrganization } from '#lab/security/organization-steps.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { startSilentServer } from '#lab/support/silent-server.ts';
import { pause } from '#lab/support/wait.ts';
import type { Account, Attacker, Scene } from './attack.ts';
import { attacks } from './attacks.ts';
import { mostExpensiveAllowed } from './documents.ts';

/** The users are also measured between attacks. */
const restMs = 4_000;

/** Rows of 6 kB per exporter: more than the connection's buffers hold. */
const exportedRows = 2_500;

async function createAccount({ running }: Scene, name: string): Promise<Account> {
  const client = new HttpClient({ ...running, retries: false });
  await client.signIn(`mallory-${name}@example.org`);
  return { client, organizationId: await createOrganization(client, `Mallory ${name}`) };
}

async function createExporter(scene: Scene, index: number): Promise<Account> {
  const account = await createAccount(scene, `export-${index}`);
  await withDatabase(scene.running, (database) =>
    database.query(
      `INSERT INTO "repository" ("id", "name", "link", "description", "organizationId", "updatedAt")
       SELECT 'repo_' || lpad($1 || n::text, 26, '0'), 'many ' || n, 'https://git.example.com/x', repeat('€', 2000), $2, now()
       FROM generate_series(10000, ${9_999 + exportedRows}) AS n`,
      [String(index), account.organizationId],
    ),
  );
  return account;
}

async function createAccounts(scene: Scene) {
  const target = { ...scene.running, retries: false };
  const account = (name: string) => createAccount(scene, name);
  const documents = await account('documents');
  return {
    documents,
    unread: await account('unread'),
    listExporters: [
      await createExporter(scene, 1),
      await createExporter(scene, 2),
      await createExporter(scene, 3),
    ],
    inviter: await account('inviter'),
    locked: await account('locked'),
    eventStreams: await account('event-streams'),
    user: await account('user'),
    // Several, because each may write only so much in a minute.
    writers: await Promise.all(Array.from({ length: 8 }, (_, i) => account(`writer-${i}`))),
    anonymousClients: Array.from({ length: 12 }, () => new HttpClient(target)),
    query: await mostExpensiveAllowed(documents.client),
  };
}

export type Attacks = Awaited<ReturnType<typeof startAttacker>>;

export async function startAttacker() {
  const silentProvider = await startSilentServer();
  return {
    oidcSettings: {
      OIDC_NAME: 'Example',
      OIDC_ISSUER: `http://127.0.0.1:${silentProvider.port}`,
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
    },
    /**
     * Cycles through the attacks until `end`, at least once, and calls `roundEnded` after each full round. Returns the
     * count of each.
     */
    async run(scene: Scene, roundEnded: () => Promise<void>): Promise<Record<string, number>> {
      const attacker: Attacker = { ...(await createAccounts(scene)), silentProvider };
      const tried = Object.fromEntries(Object.keys(attacks).map((what) => [what, 0]));
      const isOver = () => Date.now() >= scene.end && Object.values(tried).every(Boolean);
      while (!isOver()) {
        for (const [what, attack] of Object.entries(attacks)) {
          if (isOver()) break;
          scene.figures.attack = what;
          const arrived = await attack(attacker, scene);
          if (arrived === 0) scene.figures.missed.push(what);
          scene.figures.attack = `after ${what}`;
          tried[what] = (tried[what] ?? 0) + 1;
          await pause(restMs);
          const { refused, slow } = scene.figures;
          const size = memory(scene.running.operator.pids);
          scene.figures.largest = Math.max(scene.figures.largest, size);
          scene.say(
            `${what}: ${arrived} arrived, refused ${refused.length}, slow ${slow.length} so far, ${Math.round(size)} MB`,
          );
        }
        if (!isOver()) await roundEnded();
      }
      return tried;
    },
    async close() {
      await silentProvider.close();
    },
  };
}
