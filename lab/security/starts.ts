import { HttpClient } from '#lab/support/http-client.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import type { Scenario } from './context.ts';
import { withDatabase } from './database.ts';
import { exchange, statusOf } from './raw-http.ts';

const secret = 'q7Hn2vXw0bKd9sZt4LmR8yPc1JfGu5Ea';
const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  BASE_URL: 'https://atrium.example.com',
  AUTH_SECRET: secret,
};

type Start = { env: Record<string, string | undefined>; says: RegExp; needsUser?: boolean };

const starts: Record<string, Start> = {
  'production without BASE_URL': {
    env: { ...production, BASE_URL: undefined },
    says: /Invalid base URL[\s\S]*Please provide a valid base URL\./,
  },
  'a BASE_URL that is no URL': {
    env: { ...production, BASE_URL: 'atrium' },
    says: /Invalid base URL[\s\S]*Please provide a valid base URL\./,
  },
  'production with an http BASE_URL': {
    env: { ...production, BASE_URL: 'http://atrium.example.com' },
    says: /BASE_URL/,
  },
  'production without AUTH_SECRET': {
    env: { ...production, AUTH_SECRET: undefined },
    says: /AUTH_SECRET/,
  },
  'a short AUTH_SECRET': { env: { ...production, AUTH_SECRET: 'short' }, says: /AUTH_SECRET/ },
  'an AUTH_SECRET of one character': {
    env: { ...production, AUTH_SECRET: 'a'.repeat(40) },
    says: /AUTH_SECRET/,
  },
  'production without SMTP_URL': { env: { ...production, SMTP_URL: '' }, says: /SMTP_URL/ },
  ...Object.fromEntries(
    ['prod', 'Production', 'PRODUCTION', 'production.', 'staging'].map((NODE_ENV) => [
      `NODE_ENV=${NODE_ENV}`,
      { env: { ...production, NODE_ENV }, says: /NODE_ENV must be production/ },
    ]),
  ),
  // Blanks may be rejected or trimmed, but must not result in local mode.
  'NODE_ENV with blanks': { env: { NODE_ENV: ' production ' }, says: /NODE_ENV|BASE_URL/ },
  'a public BASE_URL in local mode': {
    env: { BASE_URL: production.BASE_URL },
    says: /BASE_URL must not be a public https:/,
  },
  'local mode on all interfaces': { env: { HOST: '0.0.0.0' }, says: /HOST/ },
  'the demo on data of real people': { env: { DEMO: 'true' }, says: /DEMO/, needsUser: true },
};

const wrong: Scenario = {
  row: 36,
  title: 'wrong starts are refused with the reason',
  only: ['local'],
  async run(_context, check) {
    for (const [what, { env, says, needsUser }] of Object.entries(starts)) {
      const database = await freshDatabase();
      if (needsUser) {
        await withDatabase(
          { operator: { pids: [], log: () => '', databaseUrl: database.url } },
          (client) =>
            client.query(
              `INSERT INTO "user" ("id", "email", "name", "role", "updatedAt") VALUES ('usr_00000000000000000000000001', 'boss@example.com', 'Boss', 'admin', now())`,
            ),
        );
      }
      const begin = Date.now();
      const outcome = await startProduct({
        databaseUrl: database.url,
        smtpUrl: 'smtp://127.0.0.1:9',
        env,
      }).then(
        async (product) => {
          await product.stop();
          return 'it started';
        },
        (error: Error) => error.message,
      );
      check(
        `${what}: refused`,
        outcome !== 'it started' && Date.now() - begin < 30_000,
        outcome.slice(0, 300),
      );
      check(`${what}: with the reason`, says.test(outcome), outcome.slice(0, 400));
      check(`${what}: without a stack`, !/\n\s+at \S/.test(outcome), outcome.slice(0, 400));
      await database.drop();
    }
  },
};

const foreignHost: Scenario = {
  row: 36,
  title: 'local mode answers to its own Host only',
  only: ['local', 'two'],
  async run(context, check) {
    const port = new URL(context.directUrl).port;
    for (const path of ['/dev/inbox', '/dev/inbox.json', '/', '/api/graphql/schema.graphql']) {
      const ask = (host: string) =>
        exchange(context, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        `localhost.evil.example:${port}`,
        `127.0.0.1.nip.io:${port}`,
      ]) {
        const { text } = await ask(host);
        check(
          `${path} for ${host}: refused`,
          [400, 403, 421].includes(statusOf(text)),
          statusOf(text),
        );
      }
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
        const { text } = await ask(host);
        check(`${path} for ${host}: answered`, [200, 404].includes(statusOf(text)), statusOf(text));
      }
    }
    check('a client is served', (await new HttpClient(context).fetch('/login')).status === 200);
  },
};

const forwarded: Scenario = {
  row: 36,
  title: 'local mode answers no request that a proxy or tunnel has forwarded',
  only: ['local', 'two'],
  async run(context, check) {
    const client = new HttpClient(context);
    const { host } = new URL(client.origin);
    for (const [name, value] of [
      ['x-forwarded-for', '192.0.2.1'],
      ['x-forwarded-host', host],
      ['X-Forwarded-Proto', 'https'],
      ['forwarded', 'for=192.0.2.1'],
      ['via', '1.1 tunnel'],
      ['x-real-ip', '127.0.0.1'],
      ['cf-connecting-ip', '192.0.2.1'],
    ] as const) {
      const headers = { [name]: value };
      for (const path of ['/', '/healthz', '/dev/inbox', '/dev/inbox.json', '/api/graphql/guide']) {
        const { status } = await client.fetch(path, { headers });
        check(`${path} with ${name}: 403`, status === 403, status);
      }
      const { status } = await client.requestCode('root@example.org', headers);
      check(`a code with ${name}: 403`, status === 403, status);
    }
  },
};

export const startScenarios = [wrong, foreignHost, forwarded];
