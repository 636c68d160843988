import { typeid } from 'typeid-js';
import { newAddress, until } from '#lab/security/context.ts';
import { withDatabase } from '#lab/security/database.ts';
import { flood } from '#lab/security/honest-traffic.ts';
import { hostOf, openConnection, statusOf } from '#lab/security/raw-http.ts';
import type { Running } from '#lab/security/setups.ts';
import { renameMutation } from '#lab/security/users.ts';
import { codesOf, newClientAddress } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import { pause } from '#lab/support/wait.ts';
import { type Attack, floodAndCount, lane, leaveUnread, turn } from './attack.ts';
import { doubling, expensive } from './documents.ts';
import { organizationAttacks } from './organization-attacks.ts';

/** Smallest first. */
const largeFiles = ['/api/graphql/schema.graphql', '/graphiql/graphiql.js'];

/** A transaction, also with an ID of the client, a statement, and a transaction that is rolled back. */
const writes = [
  `mutation ($name: String!, $organizationId: ID!) { createRepository(
    input: { name: $name, link: "a.example", organizationId: $organizationId }) { repository { id } } }`,
  `mutation ($name: String!, $organizationId: ID!, $id: ID!) { createRepository(
    input: { id: $id, name: $name, link: "a.example", organizationId: $organizationId }) { repository { id } } }`,
  'mutation { updateViewer(input: { name: "Mallory" }) { errors { code } } }',
  `mutation ($name: String!, $organizationId: ID!) { createRepositories(
    input: { repositories: [{ name: $name, link: "a.example" }], organizationId: $organizationId, validateOnly: true }) {
      errors { code } } }`,
];

/** Two of three times, the product learns late of the connections that have ended. */
const endConnections = (running: Running) =>
  withDatabase(running, async (database) => {
    let ended = 0;
    let rounds = 0;
    const signal = (name: NodeJS.Signals) => {
      for (const pid of running.operator.pids) process.kill(pid, name);
    };
    await flood(1, turn, async () => {
      rounds += 1;
      if (rounds % 3) signal('SIGSTOP');
      try {
        const { rowCount } = await database.query(
          `SELECT pg_terminate_backend("pid") FROM pg_stat_activity
           WHERE "datname" = current_database() AND "pid" <> pg_backend_pid() AND random() < 0.33`,
        );
        ended += rowCount ?? 0;
        await pause(50);
      } finally {
        signal('SIGCONT');
      }
      await pause(100);
    });
    return ended;
  });

export const attacks: Record<string, Attack> = {
  ...organizationAttacks,
  'refused documents': ({ anonymousClients }) => {
    const documents = [
      ...Object.values(expensive),
      doubling(60),
      doubling(150),
      doubling(60, 'query'),
    ];
    return floodAndCount(12, async (index) => {
      const { codes } = await lane(anonymousClients, index).graphql(lane(documents, index));
      return codes.includes('QUERY_TOO_COMPLEX');
    });
  },
  'allowed documents': ({ documents: { client }, query }) =>
    floodAndCount(24, async () => (await client.graphql(query)).data?.a0 != null),
  'unread responses': ({ unread: { client }, query }) =>
    leaveUnread(
      Array.from({ length: 40 }, () => (signal) => {
        const headers = { 'content-type': 'application/json', origin: client.origin };
        const body = JSON.stringify({ query });
        return client.copy().open('/api/graphql', { method: 'POST', headers, body, signal });
      }),
    ),
  'pipelined files': async (_attacker, { running }) => {
    const request = `GET ${largeFiles.at(-1)} HTTP/1.1\r\nHost: ${hostOf(running)}\r\n\r\n`;
    const address = newClientAddress();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => openConnection(running, address)),
    );
    let arrived = 0;
    for (const connection of opened) {
      const { socket } = connection;
      socket.write(request);
      await until(() => connection.text !== '' || connection.isOver, 1_000);
      if (statusOf(connection.text) === 200) arrived += 1;
      socket.pause().write(request.repeat(2_000));
      await pause(turn / opened.length);
    }
    for (const { socket } of opened) socket.destroy();
    return arrived;
  },
  'unread list exports': async ({ listExporters }) => {
    const paths = ['csv', 'ndjson'].map((ending) => `/api/export/repositories.${ending}`);
    const [unread, heads] = await Promise.all([
      leaveUnread(
        listExporters.flatMap(({ client }) =>
          paths.map((path) => (signal: AbortSignal) => client.copy().open(path, { signal })),
        ),
      ),
      floodAndCount(4, async (index) => {
        const { client } = lane(listExporters, index);
        const { status } = await client.fetch(lane(paths, index), { method: 'HEAD' });
        return status === 405;
      }),
    ]);
    return Math.min(unread, heads);
  },
  'ended connections': async ({ writers }, { running }) => {
    const [ended, created] = await Promise.all([
      endConnections(running),
      floodAndCount(writers.length, async (index) => {
        const { client, organizationId } = lane(writers, index);
        const name = newAddress().split('@')[0];
        const variables = { name, organizationId, id: typeid('repo').toString() };
        const { data } = await client.graphql(lane(writes, index), variables);
        return data?.createRepository?.repository != null;
      }),
    ]);
    return Math.min(ended, created);
  },
  'combining marks': ({ anonymousClients }) => {
    const email = `e${'\u0301\u0327'.repeat(24_000)}@example.org`;
    return floodAndCount(4, async (index) => {
      const { status } = await lane(anonymousClients, index).requestCode(email);
      return status === 400;
    });
  },
  'unread event streams': async ({ eventStreams: { client } }, { running }) => {
    const opened = await Promise.allSettled(
      Array.from({ length: 100 }, () => openStream(client, { isRead: false })),
    );
    const streams = opened.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    let round = 0;
    const changes = await floodAndCount(6, async () => {
      round += 1;
      const { data } = await client.graphql(renameMutation, { name: `Mallory ${round}` });
      return data?.updateViewer?.errors.length === 0;
    });
    // Keep the repositories of organizations large.
    await withDatabase(running, async (database) => {
      await database.query(
        `UPDATE "repository" SET "description" = 'soak ' || random() WHERE "organizationId" IS NULL`,
      );
    });
    for (const each of streams) each.close();
    return Math.min(changes, streams.filter(({ status }) => status === 200).length);
  },
  administration: ({ user: { client } }, { workers }) =>
    floodAndCount(4, async () => {
      await client.post('/api/auth/admin/impersonate-user', {
        userId: 'usr_00000000000000000000000000',
      });
      const banning = await client.graphql(
        'mutation { banUsers(input: { ids: ["x"], banReason: "x" }) { errors { code } } }',
      );
      const listing = await client.fetch(
        `/api/auth/admin/list-users?searchValue=${workers.length}`,
      );
      return listing.status === 403 && banning.codes.includes('FORBIDDEN');
    }),
  'code requests': ({ anonymousClients }) =>
    floodAndCount(10, async (index) => {
      const { status } = await lane(anonymousClients.slice(0, 5), index).requestCode(newAddress());
      return status === 200;
    }),
  'codes of the users at work': ({ anonymousClients }, { workers }) => {
    const victims = workers.slice(-5);
    return floodAndCount(5, async (index) => {
      const { email } = lane(victims, index);
      const guesser = lane(anonymousClients, index);
      if ((await guesser.requestCode(email)).status === 429) await pause(500);
      const codes = codesOf(await guesser.enterCode(email, '000000'));
      return codes.includes('INVALID_OTP') || codes.includes('RATE_LIMITED');
    });
  },
  'a silent identity provider': async ({ anonymousClients, silentProvider }) => {
    const before = silentProvider.calls();
    await flood(24, turn, (index) =>
      lane(anonymousClients, index).post('/api/auth/sign-in/social', { provider: 'oidc' }),
    );
    return silentProvider.calls() - before;
  },
};
