/** Growth of tables, logs and connections, and data that remains of a deleted user. */
import { connect, type Socket } from 'node:net';
import { HttpClient, newClientAddress } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { newAddress, type Scenario, until } from './context.ts';
import { withDatabase } from './database.ts';
import { flood, measureHonestClients } from './honest-traffic.ts';
import { createUser, deleteMutation, errorCodes, renameMutation } from './users.ts';

const textColumns = `SELECT table_name, column_name FROM information_schema.columns
  WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'jsonb', 'ARRAY', 'citext')`;

const leftovers: Scenario = {
  row: 37,
  title: 'a deleted person leaves their addresses in no table',
  only: ['two', 'production'],
  async run(context, check) {
    const { adminClient } = context;
    const [deleted, leaving] = await Promise.all(
      [0, 1].map(() => createUser(context, adminClient, 'USER')),
    );
    if (!deleted || !leaving) return;
    const moved = newAddress();
    const change = await adminClient.graphql(
      'mutation ($id: ID!, $email: String!) { updateUser(input: { id: $id, email: $email }) { errors { code } } }',
      { id: deleted.id, email: moved },
    );
    check('the address is changed', errorCodes(change).length === 0, change);
    const addresses = [deleted.email, moved, leaving.email];
    await withDatabase(context, async (client) => {
      const columns = (await client.query(textColumns)).rows as {
        table_name: string;
        column_name: string;
      }[];
      const places = async () => {
        const found: string[] = [];
        for (const { table_name, column_name } of columns) {
          const { rows } = await client.query(
            `SELECT 1 FROM "${table_name}" WHERE ${addresses.map((_, i) => `"${column_name}"::text ILIKE '%' || $${i + 1} || '%'`).join(' OR ')} LIMIT 1`,
            addresses,
          );
          if (rows.length) found.push(`${table_name}.${column_name}`);
        }
        return found;
      };
      check(
        'before, they are in the tables',
        (await places()).includes('user.email'),
        await places(),
      );
      await adminClient.graphql(deleteMutation, { id: deleted.id });
      const left = await leaving.client.post('/api/auth/delete-user', {});
      check('the account is deleted', left.status === 200, left.text);
      // Queued emails may keep the address until they are sent.
      await until(async () => (await places()).length === 0, 60_000);
      check('afterwards in none', (await places()).length === 0, await places());
    });
  },
};

const auditRows: Scenario = {
  row: 37,
  title: 'one person’s changes make few rows in the audit log',
  only: ['two', 'production'],
  async run(context, check, note) {
    await withDatabase(context, async (database) => {
      const count = async (id: string) =>
        Number(
          (await database.query(`SELECT count(*) FROM "account_event" WHERE "userId" = $1`, [id]))
            .rows[0]?.count,
        );
      const { id, client } = await createUser(context, context.adminClient, 'USER');
      const noRetries = client.withTarget({ ...context, retries: false });
      const before = await count(id);
      let index = 0;
      let refused = 0;
      const sent = await flood(6, 6_000, async () => {
        index += 1;
        const reply = await noRetries.graphql(renameMutation, { name: `Probe ${index}` });
        if (errorCodes(reply).includes('RATE_LIMITED')) refused += 1;
      });
      const written = (await count(id)) - before;
      // Each instance allows 300 mutations per minute.
      const most = 320 * context.urls.length;
      check(`the history grows by less than ${most} rows`, written < most, [sent, written]);
      check('what is too much is refused with RATE_LIMITED', sent <= most || refused > 0, refused);
      note(`${sent} changes sent, ${refused} refused, ${written} rows`);
    });
  },
};

const logs: Scenario = {
  row: 37,
  title: 'long operation names and headers make no long log lines',
  async run(context, check) {
    const name = `Q${'x'.repeat(90_000)}`;
    const client = new HttpClient({ ...context, retries: false });
    const word = newAddress().slice(6, 16);
    const from = context.operator.log().length;
    await client.post('/api/graphql', {
      query: `query ${name} { setup { appName } }`,
      operationName: name,
    });
    await client.post('/api/graphql', { query: `query ${name} { nothing }`, operationName: name });
    await client.post('/api/graphql', {
      query: `query A { setup { appName } }`,
      operationName: name,
    });
    await client.fetch(`/api/auth/${word}${'y'.repeat(8_000)}`, {
      headers: { 'user-agent': 'z'.repeat(8_000) },
    });
    await pause(500);
    const longest = Math.max(
      ...context.operator
        .log()
        .slice(from)
        .split('\n')
        .map((line) => line.length),
    );
    check('no line above 4 kB', longest < 4_000, longest);
    check('lines are written', longest > 20, longest);
  },
};

const connections: Scenario = {
  row: 37,
  title: 'one client opens 3,000 connections',
  // Behind a proxy, the proxy's own connection limit applies.
  only: ['local', 'two'],
  exclusive: 'last',
  async run(context, check, note) {
    const { hostname, port } = new URL(context.directUrl);
    const localAddress = newClientAddress();
    const sockets: Socket[] = [];
    await measureHonestClients(context, check, async () => {
      for (let i = 0; i < 3_000; i += 1) {
        const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
        socket.on('error', () => {});
        socket.on('connect', () =>
          socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`),
        );
        socket.resume();
        sockets.push(socket);
        if (i % 200 === 0) await pause(50);
      }
      await pause(1_500);
    });
    const countOpen = () =>
      sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
    // A busy machine takes longer to close thousands.
    const end = Date.now() + 20_000;
    while (countOpen() > 1_000 && Date.now() < end) await pause(250);
    const open = countOpen();
    check('few of them stay open', open <= 1_000, open);
    note(`${open} of 3,000 stay open`);
    for (const socket of sockets) socket.destroy();
  },
};

export const growthScenarios = [leftovers, auditRows, logs, connections];
