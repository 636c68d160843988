/** The read-only demo, in a product of its own. */

import { HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { rootFields } from '#tests/support/permission-oracle.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Context, type Scenario, until } from './context.ts';
import { authPaths, harmless, refusals } from './permissions.ts';

async function inDemo(context: Context, work: (target: Context) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  const product = await startProduct({ databaseUrl: database.url, env: { DEMO: 'true' } });
  try {
    await work({ ...context, urls: [product.url] });
  } finally {
    await product.stop();
    await database.drop();
  }
}

async function enter(target: Context, email: string, agent = 'probe'): Promise<HttpClient> {
  const client = new HttpClient(target);
  await client.requestCode(email, { 'user-agent': agent });
  await client.enterCode(email, '000000', { 'user-agent': agent });
  return client;
}

const open = new Set([
  'POST /email-otp/send-verification-otp',
  'POST /sign-in/email-otp',
  'GET /get-session',
]);

function statusOf(role: string, path: string, missing: boolean): number {
  if (missing) return 404;
  if (path === 'POST /sign-in/email-otp') return 400;
  if (open.has(path)) return 200;
  return path === 'GET /admin/list-users' && role === 'admin' ? 200 : 403;
}

async function checkRefusals(role: string, client: HttpClient, check: Check): Promise<void> {
  check(`${role}: signed in`, (await client.viewerId()) !== null);
  for (const [name, { kind, document }] of Object.entries(rootFields)) {
    if (kind !== 'mutation') continue;
    const { codes } = await client.graphql(document, harmless);
    const isRefused = codes.length === 1 && refusals.includes(codes[0] ?? '');
    const isExpected = role === 'admin' ? codes.join() === 'DEMO_MODE' : isRefused;
    check(`${name} for ${role}: refused`, isExpected, codes);
  }
  for (const { path, body, status } of authPaths) {
    const [method = '', where = ''] = path.split(' ');
    const url = `/api/auth${where}`;
    const reply = method === 'GET' ? await client.fetch(url) : await client.post(url, body?.());
    const expected = statusOf(role, path, status.admin === 404 && status.user === 404);
    check(`${path} for ${role}: ${expected}`, reply.status === expected, reply.text.slice(0, 150));
  }
  const stream = await openStream(client);
  const isOver = await until(() => stream.isOver, 500);
  check(`events for ${role}: a stream that stays open`, isOver === undefined, stream.status);
  stream.close();
}

const readOnly: Scenario = {
  row: 14,
  title: 'the demo changes nothing, for users and managers',
  only: ['local'],
  run: (context, check) =>
    inDemo(context, async (target) => {
      for (const role of ['user', 'admin']) {
        await checkRefusals(role, await enter(target, `${role}@example.com`), check);
      }
    }),
};

export const demoScenarios = [readOnly];
